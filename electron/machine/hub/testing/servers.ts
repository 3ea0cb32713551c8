import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Membership } from '../membership.ts'

/** Something on a port of the loopback, gone with the test. */
async function listening(
  accept: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    accept(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, server }
}

/** Takes connections and says nothing. */
export const silentServer = async (): Promise<number> => (await listening(() => undefined)).port

/** Answers the first bytes with these, whatever they are. */
export const sayingServer = async (bytes: Buffer): Promise<number> =>
  (await listening((socket) => socket.once('data', () => socket.write(bytes)))).port

/** The same; `heard`: all that it was sent. */
export async function hearingServer(bytes: Buffer): Promise<{ readonly port: number; heard(): string }> {
  const heard: Buffer[] = []
  const { port } = await listening((socket) =>
    socket.on('data', (data: Buffer) => {
      if (heard.length === 0) socket.write(bytes)
      heard.push(data)
    }),
  )
  return { port, heard: () => Buffer.concat(heard).toString('latin1') }
}

/** Takes a connection and cuts it off. */
export const cuttingServer = async (): Promise<number> =>
  (await listening((socket) => socket.resetAndDestroy())).port

/** Passes everything on to `port`, until it is stopped: then nothing more, either way, and nobody is told. */
export async function stoppingProxy(port: number): Promise<{ readonly port: number; stop(): void }> {
  let isStopped = false
  const { port: own } = await listening((near) => {
    const far = connect(port, '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    near.on('data', (bytes) => void (isStopped || far.write(bytes)))
    far.on('data', (bytes) => void (isStopped || near.write(bytes)))
  })
  return { port: own, stop: () => void (isStopped = true) }
}

/** Of nobody: for servers that never get so far. */
export const membershipAt = (port: number, host = '127.0.0.1'): Membership => ({
  machine: '00000000-0000-4000-8000-000000000000',
  host,
  port,
  database: 'fleet',
  ca: null,
  role: 'threadbeat_00000000_000000000000',
  password: 'secret-of-the-login',
  nextPassword: null,
})
