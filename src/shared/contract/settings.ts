import type { CallShapes } from './define.ts'

export const settingsCalls = {} as const satisfies CallShapes
