import { connect, type Socket } from 'node:net'
import { readMessage, writeCall, type Target, type Value } from './dbus-messages.ts'

/**
 * The little of D-Bus that is needed to ask desktop and system a few questions: method calls with strings,
 * and signals. Not more: a whole library would be loaded at every start.
 */
export interface Bus {
  /** Arguments are strings; rejects on an error reply, with NoAnswer when nothing comes back. */
  call(target: Target, member: string, ...args: readonly string[]): Promise<readonly Value[]>
  onSignal(listener: (member: string, body: readonly Value[]) => void): void
  /** Called once, for whatever reason it ends. */
  onClose(listener: () => void): void
  close(): void
}

export const BUS: Target = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  iface: 'org.freedesktop.DBus',
}

/** Nothing came back; somebody may be there all the same. */
export class NoAnswer extends Error {}

const ANSWER_MS = 2000
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
        const timer = setTimeout(() => reject(new NoAnswer(`${member} was not answered`)), ANSWER_MS)
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
