import { writeFile } from 'node:fs/promises'

/** A metadata value with its GGUF type. */
export type GgufValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly bool: boolean }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly floats: readonly number[] }
  | { readonly ints: readonly number[] }

export interface GgufTensor {
  readonly name: string
  /** Fastest-changing first, as the format wants it. */
  readonly shape: readonly number[]
  readonly data: Float32Array
}

/** Type numbers of the format, version 3. */
const types = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 }
const tensorTypeF32 = 0
const alignment = 32

/** Writes a GGUF file with F32 tensors. For tests: what a real model needs beyond that is not here. */
export async function writeGguf(
  path: string,
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Promise<void> {
  const entries = Object.entries(metadata)
  const header = [
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(entries.length),
    ...entries.flatMap(([key, value]) => [text(key), encodeValue(value)]),
  ]
  let offset = 0
  const data: Buffer[] = []
  for (const tensor of tensors) {
    header.push(text(tensor.name), uint32(tensor.shape.length), ...tensor.shape.map(uint64))
    header.push(uint32(tensorTypeF32), uint64(offset))
    const bytes = padded(Buffer.from(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength))
    data.push(bytes)
    offset += bytes.length
  }
  await writeFile(path, Buffer.concat([padded(Buffer.concat(header)), ...data]))
}

function encodeValue(value: GgufValue): Buffer {
  if ('uint32' in value) return Buffer.concat([uint32(types.uint32), uint32(value.uint32)])
  if ('float32' in value) return Buffer.concat([uint32(types.float32), float32(value.float32)])
  if ('bool' in value) return Buffer.concat([uint32(types.bool), Buffer.from([value.bool ? 1 : 0])])
  if ('string' in value) return Buffer.concat([uint32(types.string), text(value.string)])
  if ('strings' in value) return list(types.string, value.strings.map(text))
  if ('floats' in value) return list(types.float32, value.floats.map(float32))
  return list(types.int32, value.ints.map(int32))
}

function list(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(types.array), uint32(type), uint64(items.length), ...items])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)])
}
