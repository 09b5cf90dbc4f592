import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'

/** A text column that holds JSON of this shape. */
export function jsonText<T extends z.ZodType>(shape: T) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.issues.push({ code: 'custom', message: 'not JSON', input: text })
        return z.NEVER
      }
    })
    .pipe(shape)
}

/** A row as its schema has it. Throws `damaged-database` naming the table and the column, never the content. */
export function parseRow<T extends z.ZodType>(table: string, schema: T, row: unknown): z.output<T> {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const column = parsed.error.issues[0]?.path[0]
  throw new PixieError('damaged-database', {
    what: 'A row of the database does not have the form it should have',
    value: column === undefined ? table : `${table}.${String(column)}`,
    hint: 'Check the data of this profile.',
    command: 'pixie doctor',
  })
}
