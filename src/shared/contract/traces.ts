import type { CallShapes } from './define.ts'

export const tracesCalls = {} as const satisfies CallShapes
