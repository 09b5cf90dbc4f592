import type { CallShapes } from './define.ts'

export const modelsCalls = {} as const satisfies CallShapes
