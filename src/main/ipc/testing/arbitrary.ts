import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'

/** The parts of a schema's definition that are looked at here; zod's own types tell each kind apart by class only. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly items?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly parts?: readonly unknown[]
}

interface Limits {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly patterns?: ReadonlySet<RegExp>
}

/** How far down a schema that holds itself is followed. */
const deepest = 6

/** Values that fit the schema. Throws for a kind of schema that the contract does not use yet: teach it here. */
export function fitting(schema: z.ZodType, depth = 0): Arbitrary<unknown> {
  const { def, bag } = schema._zod as unknown as { def: Definition; bag: Limits } // see Definition
  const inner = (each: z.ZodType) => fitting(each, depth + 1)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape ?? {}, inner)
    case 'string':
      return text(schema, def, bag)
    case 'number':
      return numberOf(schema, def, bag)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'nullable':
      return depth > deepest ? fc.constant(null) : fc.oneof(fc.constant(null), inner(needed(def.innerType)))
    case 'optional':
      return fc.oneof(fc.constant(undefined), inner(needed(def.innerType)))
    case 'readonly':
      return inner(needed(def.innerType))
    // The one schema of the contract that holds itself is that of JSON.
    case 'lazy':
      return fc.jsonValue().filter((value) => schema.safeParse(value).success)
    case 'array': {
      const minLength = bag.minimum ?? 0
      const most = depth > deepest ? minLength : minLength + 2
      return fc.array(inner(needed(def.element)), {
        minLength,
        maxLength: Math.min(most, bag.maximum ?? most),
      })
    }
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map(inner))
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 5 }).filter(isPlainKey), inner(needed(def.valueType)), {
        maxKeys: 2,
        noNullPrototype: true,
      })
    case 'union':
      return fc.oneof(...(def.options ?? []).map(inner))
    case 'template_literal':
      return fc.tuple(...(def.parts ?? []).map((part) => partOf(part))).map((parts) => parts.join(''))
    default:
      throw new Error(`No values are known for a schema of type ${def.type}`)
  }
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A schema without what its type needs')
  return value
}

const isPlainKey = (key: string) => key !== '__proto__'

function objectOf(
  shape: Readonly<Record<string, z.ZodType>>,
  inner: (schema: z.ZodType) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, inner(schema)]))
  return fc.record(fields).map((made) =>
    // What crosses to main has no keys for what was left out.
    Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)),
  )
}

function text(
  schema: z.ZodType,
  def: Definition,
  { minimum = 0, maximum, patterns }: Limits,
): Arbitrary<string> {
  if (def.format === 'date')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  const fits = (value: string) => schema.safeParse(value).success
  const [pattern] = patterns ?? []
  if (pattern !== undefined) return fc.stringMatching(withoutLookahead(pattern)).filter(fits)
  const maxLength = Math.min(maximum ?? minimum + 20, minimum + 20)
  return fc.string({ minLength: minimum, maxLength, unit: 'binary' }).filter(fits)
}

/** fast-check makes no texts for a lookahead; what does not fit because of it is left out afterwards. */
const withoutLookahead = (pattern: RegExp) =>
  new RegExp(pattern.source.replace(/\(\?[=!](?:[^()]|\([^()]*\))*\)/g, ''), pattern.flags)

function numberOf(schema: z.ZodType, def: Definition, bag: Limits): Arbitrary<number> {
  const isWhole = def.format === 'safeint'
  const min = bag.minimum ?? bag.exclusiveMinimum ?? -1e6
  const max = bag.maximum ?? bag.exclusiveMaximum ?? Math.max(min, 0) + 1e6
  const made = isWhole
    ? fc.integer({
        min: Math.ceil(Math.max(min, -2_147_483_648)),
        max: Math.floor(Math.min(max, 2_147_483_647)),
      })
    : fc.double({ min, max, noNaN: true }).map((value) => value + 0)
  return made.filter((value) => schema.safeParse(value).success)
}

function partOf(part: unknown): Arbitrary<unknown> {
  return typeof part === 'object' && part !== null ? fitting(part as z.ZodType) : fc.constant(part) // schemas or texts
}
