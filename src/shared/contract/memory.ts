import type { CallShapes } from './define.ts'

export const memoryCalls = {} as const satisfies CallShapes
