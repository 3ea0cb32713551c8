/** Messages of D-Bus as bytes: calls with strings are written, everything simple is read. */
export interface Target {
  readonly destination: string
  readonly path: string
  readonly iface: string
}

export type Value = string | number | boolean | null // null: of a type that is not read here

const LARGEST_BYTES = 1024 * 1024

const padTo = (length: number, to: number): Buffer => Buffer.alloc((to - (length % to)) % to)

function writeString(text: string, before: number): Buffer {
  const pad = padTo(before, 4)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(Buffer.byteLength(text))
  return Buffer.concat([pad, size, Buffer.from(`${text}\0`)])
}

export function writeCall(serial: number, target: Target, member: string, args: readonly string[]): Buffer {
  let body = Buffer.alloc(0)
  for (const arg of args) body = Buffer.concat([body, writeString(arg, body.length)])
  let fields = Buffer.alloc(0)
  const field = (code: number, type: 'o' | 's' | 'g', text: string): void => {
    fields = Buffer.concat([fields, padTo(fields.length, 8), Buffer.from([code, 1, type.charCodeAt(0), 0])])
    const value =
      type === 'g' ? Buffer.from([text.length, ...Buffer.from(text), 0]) : writeString(text, fields.length)
    fields = Buffer.concat([fields, value])
  }
  field(1, 'o', target.path)
  field(2, 's', target.iface)
  field(3, 's', member)
  field(6, 's', target.destination)
  if (args.length > 0) field(8, 'g', 's'.repeat(args.length))
  const head = Buffer.alloc(16)
  head.write('l', 0, 'latin1')
  head.set([1, 0, 1], 1)
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(serial, 8)
  head.writeUInt32LE(fields.length, 12)
  return Buffer.concat([head, fields, padTo(16 + fields.length, 8), body])
}

interface Incoming {
  readonly length: number // bytes it took
  readonly type: number
  readonly member: string | null
  readonly replyTo: number | null
  readonly body: readonly Value[] // up to the first value of a type that is not read here
}

/** null: not all of it is here yet. Throws on what is no message. */
export function readMessage(bytes: Buffer): Incoming | null {
  if (bytes.length < 16) return null
  const isLittle = bytes[0] === 0x6c
  if (!isLittle && bytes[0] !== 0x42) throw new Error('not a D-Bus message')
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const fieldsLength = u32(12)
  const bodyAt = Math.ceil((16 + fieldsLength) / 8) * 8
  const length = bodyAt + u32(4)
  if (length > LARGEST_BYTES) throw new Error(`a message of ${length} bytes`)
  if (bytes.length < length) return null

  let at = 16
  const align = (to: number): void => {
    at = Math.ceil(at / to) * to
  }
  /** undefined: a type that is not read here; the rest of the message is then left alone. */
  const read = (type: string | undefined): Value | undefined => {
    if (type === 'y') return bytes[at++]
    if (type === 'g') return text(bytes[at++] ?? 0)
    if (type === 'v') return read(String(read('g')))
    if (type === 's' || type === 'o' || type === 'u' || type === 'i' || type === 'b') {
      align(4)
      const number = u32(at)
      at += 4
      if (type === 'b') return number === 1
      if (type === 'u' || type === 'i') return number
      return text(number)
    }
    return undefined
  }
  const text = (size: number): string => {
    const found = bytes.toString('utf8', at, at + size)
    at += size + 1
    return found
  }

  const fields = new Map<number, Value | undefined>()
  while (at < 16 + fieldsLength) {
    align(8)
    const code = bytes[at++] ?? 0
    fields.set(code, read('v'))
  }
  at = bodyAt
  const body: Value[] = []
  for (const type of String(fields.get(8) ?? '')) {
    const value = read(type)
    if (value === undefined) break
    body.push(value)
  }
  const member = fields.get(3)
  const replyTo = fields.get(5)
  return {
    length,
    type: bytes[1] ?? 0,
    member: typeof member === 'string' ? member : null,
    replyTo: typeof replyTo === 'number' ? replyTo : null,
    body,
  }
}
