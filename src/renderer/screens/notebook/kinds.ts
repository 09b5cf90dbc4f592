import type { Note } from '../../../shared/contract/notebook.ts'

export const kindNames: Readonly<Record<Note['kind'], string>> = {
  fact: 'Fact',
  person: 'Person',
  instruction: 'Standing wish',
  digest: 'Summary',
}
