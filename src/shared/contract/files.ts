import type { CallShapes } from './define.ts'

export const filesCalls = {} as const satisfies CallShapes
