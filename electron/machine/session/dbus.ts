import { connect, type Socket } from 'node:net'

/**
 * The little of D-Bus that is needed to ask desktop and system a few questions: method calls with strings,
 * and signals. Not more: a whole library would be loaded at every start.
 */
export interface Bus {
  /** Arguments are strings; rejects on an error reply, or when nothing comes back. */
  call(target: Target, member: string, ...args: readonly string[]): Promise<readonly Value[]>
  onSignal(listener: (member: string, body: readonly Value[]) => void): void
  /** Called once, for whatever reason it ends. */
  onClose(listener: () => void): void
  close(): void
}
export interface Target {
  readonly destination: string
  readonly path: string
  readonly iface: string
}
export type Value = string | number | boolean | null // null: of a type that is not read here

export const BUS: Target = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  iface: 'org.freedesktop.DBus',
}

const ANSWER_MS = 2000
const LARGEST_BYTES = 1024 * 1024
const RETURN = 2
const ERROR = 3
const SIGNAL = 4

/** Rejects when there is no session bus, or it does not let us in. */
export const connectSessionBus = (
  address = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? defaultAddress(),
): Promise<Bus> => connectBus(address, 'session')

/** Rejects when there is no system bus, or it does not let us in. */
export const connectSystemBus = (
  address = process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? 'unix:path=/run/dbus/system_bus_socket',
): Promise<Bus> => connectBus(address, 'system')

async function connectBus(address: string, name: string): Promise<Bus> {
  const socket = await open(socketPaths(address), name)
  const pending = new Map<
    number,
    { resolve: (body: readonly Value[]) => void; reject: (error: Error) => void }
  >()
  const onSignals: ((member: string, body: readonly Value[]) => void)[] = []
  const onCloses: (() => void)[] = []
  let serial = 0
  let unread = Buffer.alloc(0)

  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    try {
      for (let message = readMessage(unread); message !== null; message = readMessage(unread)) {
        unread = unread.subarray(message.length)
        const waiting = message.replyTo === null ? undefined : pending.get(message.replyTo)
        if (message.type === RETURN) waiting?.resolve(message.body)
        if (message.type === ERROR) waiting?.reject(new Error(String(message.body[0] ?? 'the call failed')))
        if (message.type === SIGNAL)
          for (const listener of onSignals) listener(message.member ?? '', message.body)
      }
    } catch {
      socket.destroy() // not a bus, or not one that can be understood
    }
  })
  socket.once('close', () => {
    for (const { reject } of pending.values()) reject(new Error('the bus is gone'))
    for (const listener of onCloses) listener()
  })

  const bus: Bus = {
    call(target, member, ...args) {
      const id = ++serial
      return new Promise<readonly Value[]>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${member} was not answered`)), ANSWER_MS)
        const end = (): void => {
          clearTimeout(timer)
          pending.delete(id)
        }
        pending.set(id, {
          resolve: (body) => (end(), resolve(body)),
          reject: (error) => (end(), reject(error)),
        })
        socket.write(writeCall(id, target, member, args))
      })
    },
    onSignal: (listener) => void onSignals.push(listener),
    onClose: (listener) => void onCloses.push(listener),
    close: () => socket.destroy(),
  }
  await bus.call(BUS, 'Hello').catch((error: unknown) => {
    bus.close()
    throw error
  })
  return bus
}

const defaultAddress = (): string =>
  process.env['XDG_RUNTIME_DIR'] ? `unix:path=${process.env['XDG_RUNTIME_DIR']}/bus` : ''

/** "unix:path=/run/user/1000/bus,guid=…;unix:abstract=…" → paths, the first one first. */
export function socketPaths(address: string): string[] {
  return address.split(';').flatMap((one) => {
    const [transport, rest = ''] = one.split(/:(.*)/s)
    const keys = Object.fromEntries(
      rest.split(',').map((pair) =>
        pair
          .split(/=(.*)/s)
          .slice(0, 2)
          .map((part) => decodeURIComponent(part)),
      ),
    ) as Record<string, string | undefined>
    if (transport !== 'unix') return []
    if (keys['path'] !== undefined) return [keys['path']]
    if (keys['abstract'] !== undefined) return [`\0${keys['abstract']}`]
    return []
  })
}

async function open(paths: readonly string[], name: string): Promise<Socket> {
  for (const path of paths) {
    const socket = await signIn(path).catch(() => null)
    if (socket !== null) return socket
  }
  throw new Error(`there is no ${name} bus`)
}

/** The kernel tells the bus who we are; the uid is only repeated. */
function signIn(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const fail = (error?: Error): void => {
      socket.destroy()
      reject(error ?? new Error('the bus did not let us in'))
    }
    socket.setTimeout(ANSWER_MS, fail)
    socket.once('error', fail)
    socket.once('connect', () =>
      socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`),
    )
    socket.once('data', (answer) => {
      if (!answer.toString('latin1').startsWith('OK ')) return fail()
      socket.write('BEGIN\r\n')
      socket.setTimeout(0)
      socket.off('error', fail)
      socket.on('error', () => {}) // 'close' follows
      resolve(socket)
    })
  })
}

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
