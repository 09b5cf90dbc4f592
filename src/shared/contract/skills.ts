import type { CallShapes } from './define.ts'

export const skillsCalls = {} as const satisfies CallShapes
