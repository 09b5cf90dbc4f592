import type { Arguments, ArgumentsSchema, ArgumentValue, ValueSchema } from '../../shared/json-schema.ts'

/**
 * Checks arguments against their schema, lengths in Unicode code points.
 * Returns the fitting arguments, or in one sentence what does not fit.
 */
export function fitArguments(
  value: unknown,
  schema: ArgumentsSchema,
): { ok: true; args: Arguments } | { ok: false; problem: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'the arguments are not an object' }
  }
  const given = new Map(Object.entries(value))
  const args: Record<string, ArgumentValue> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const item: unknown = given.get(name)
    const problem = misfit(item, property)
    if (problem !== null) return { ok: false, problem: `"${name}" ${problem}` }
    // misfit() returned null, so the item is a string or a list of strings.
    args[name] = item as ArgumentValue
    given.delete(name)
  }
  const [extra] = given.keys()
  if (extra !== undefined) return { ok: false, problem: `"${extra}" is not an argument of this tool` }
  return { ok: true, args }
}

/**
 * Cuts strings that are longer than their schema allows. Only bytes that are no UTF-8 make a decoded string
 * longer than its grammar: each then reads as a character of its own.
 */
export function cutToFit(value: unknown, schema: ArgumentsSchema): unknown {
  if (typeof value !== 'object' || value === null) return value
  const cut = (item: unknown, property: ValueSchema): unknown => {
    if (property.type === 'array') {
      return Array.isArray(item) ? item.map((one) => cut(one, property.items)) : item
    }
    if (typeof item !== 'string' || property.maxLength === undefined) return item
    return [...item].slice(0, property.maxLength).join('')
  }
  const result: Record<string, unknown> = {}
  for (const [name, item] of new Map<string, unknown>(Object.entries(value))) {
    const property = schema.properties[name]
    result[name] = property === undefined ? item : cut(item, property)
  }
  return result
}

function misfit(value: unknown, schema: ValueSchema): string | null {
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return 'is not a list'
    if (value.length > schema.maxItems) return `has more than ${schema.maxItems} items`
    const problem = value.map((item) => misfit(item, schema.items)).find((found) => found !== null)
    return problem === undefined ? null : `has an item that ${problem}`
  }
  if (value === undefined) return 'is missing'
  if (typeof value !== 'string') return 'is not a string'
  const values = schema.enum ?? schema.allowed
  if (values !== undefined && !values.includes(value)) return `is none of ${values.join(', ')}`
  if (schema.format === 'date' && !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) {
    return 'is not a date like 2026-11-30'
  }
  if (schema.maxLength !== undefined && [...value].length > schema.maxLength) {
    return `is longer than ${schema.maxLength} characters`
  }
  return null
}
