import type { CallShapes } from './define.ts'

export const alignmentCalls = {} as const satisfies CallShapes
