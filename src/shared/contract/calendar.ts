import type { CallShapes } from './define.ts'

export const calendarCalls = {} as const satisfies CallShapes
