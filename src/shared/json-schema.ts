/**
 * The part of JSON Schema that a tool's arguments may use: exactly what the engine can hold a model to
 * while it decodes. Every property is required; "none" is an empty string or an empty list.
 */
export type ValueSchema = StringSchema | ArraySchema

export interface StringSchema {
  readonly type: 'string'
  readonly description?: string
  /** In Unicode code points. Always set unless `enum` or `format` bounds the value: an unbounded string may never end. */
  readonly maxLength?: number
  readonly enum?: readonly string[]
  /** As `enum`, but not written into the schema that the model reads: the values stand elsewhere in its prompt. */
  readonly allowed?: readonly string[]
  readonly format?: 'date'
}

export interface ArraySchema {
  readonly type: 'array'
  readonly description?: string
  readonly items: StringSchema
  readonly maxItems: number
}

export interface ArgumentsSchema {
  readonly type: 'object'
  /** Decoded in this order. */
  readonly properties: Readonly<Record<string, ValueSchema>>
}

export type ArgumentValue = string | readonly string[]
export type Arguments = Readonly<Record<string, ArgumentValue>>
