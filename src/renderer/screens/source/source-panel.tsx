import type { Source } from '../../../shared/turn.ts'

export function SourcePanel(_props: { readonly source: Source; onClose(): void }) {
  return null
}
