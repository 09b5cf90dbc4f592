import type { MemoryLine } from '../../../shared/contract/memory.ts'

export const memoryKindNames: Readonly<Record<MemoryLine['kind'], string>> = {
  chat: 'Chat',
  journal: 'Journal',
  post: 'Post',
  message: 'Message',
  call: 'Call',
}
