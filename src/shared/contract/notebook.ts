import type { CallShapes } from './define.ts'

export const notebookCalls = {} as const satisfies CallShapes
