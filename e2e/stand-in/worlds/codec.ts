/**
 * Values as text between Node, a preload script and a page: what the structured clone carries and nothing else.
 * The function is also put into pages as text (`toString`), so it uses nothing from around it.
 */

export interface CodecHooks {
  /** A value that the codec does not carry itself: a tag in its place, or null. */
  out(value: unknown): Record<string, unknown> | null
  /** What stood where the tag is. */
  back(tag: Record<string, unknown>): unknown
}

export interface Codec {
  /** Throws as Electron does when something cannot be cloned. */
  encode(value: unknown): string
  decode(text: string): unknown
}

export function createCodec(hooks: CodecHooks | null): Codec {
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }
  const bytesToText = (bytes: Uint8Array) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const textToBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const entries = (object: object, pack: (value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, pack(value)]))

  const packObject = (value: object, pack: (value: unknown) => unknown): unknown => {
    if (Array.isArray(value)) return value.map(pack)
    if (value instanceof Date) return { $: 'date', v: value.getTime() }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: bytesToText(new Uint8Array(value)) }
    if (value instanceof Uint8Array) return { $: 'bytes', v: bytesToText(value) }
    if (ArrayBuffer.isView(value)) return refuse()
    if (value instanceof Map) return { $: 'map', v: [...value].map(([key, item]) => [pack(key), pack(item)]) }
    if (value instanceof Set) return { $: 'set', v: [...value].map(pack) }
    if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
    if (value instanceof Promise || value instanceof WeakMap) return refuse()
    return { $: 'object', v: entries(value, pack) }
  }
  const packer = () => {
    const around = new Set<object>()
    const pack = (value: unknown): unknown => {
      const tag = hooks?.out(value) ?? null
      if (tag !== null) return { $: 'hook', v: tag }
      if (value === undefined) return { $: 'undefined' }
      if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
      if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) }
      if (typeof value === 'function' || typeof value === 'symbol') return refuse()
      if (typeof value !== 'object' || value === null) return value
      if (around.has(value)) return refuse()
      around.add(value)
      const packed = packObject(value, pack)
      around.delete(value)
      return packed
    }
    return pack
  }

  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpack)
    if (typeof value !== 'object' || value === null) return value
    const { $: kind, v, name, message } = value as { $: string; v: never; name: string; message: string } // packed above
    switch (kind) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(v)
      case 'number':
        return Number(v)
      case 'date':
        return new Date(v)
      case 'buffer':
        return textToBytes(v).buffer
      case 'bytes':
        return textToBytes(v)
      case 'map':
        return new Map((v as [unknown, unknown][]).map(([key, item]) => [unpack(key), unpack(item)]))
      case 'set':
        return new Set((v as unknown[]).map(unpack))
      case 'error':
        return Object.assign(new Error(message), { name })
      case 'hook':
        return hooks?.back(v)
      default:
        return entries(v, unpack)
    }
  }
  return {
    encode: (value) => JSON.stringify(packer()(value)),
    decode: (text) => unpack(JSON.parse(text)),
  }
}
