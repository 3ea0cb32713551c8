import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { os } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiRouter } from '../../engine/api/handlers.ts'
import { dataDirPath, ensurePrivateDir } from '../disk/data-dir.ts'
import { findSocket, socketDanger, socketPlace } from './socket-path.ts'
import { serveSocket } from './socket-server.ts'

const router = { snapshot: os.handler(() => 'hello') } as unknown as ApiRouter
const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('the local socket', () => {
  let dataDir: string
  let umask: number
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'socket-test-'))
    umask = process.umask(0) // the worst that a person's shell could have
  })
  afterEach(() => {
    process.umask(umask)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const served = async () => {
    const result = await serveSocket(router, dataDir)
    if (!result.ok) throw new Error(result.error)
    return result.value
  }
  const ask = (socketPath: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = http.request({ socketPath, path: '/snapshot', method: 'POST' }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(text))
      })
      request.on('error', reject)
      request.end('{}')
    })

  it('is its owner’s only, under any umask, and leaves the umask alone', async () => {
    const socket = await served()
    expect([mode(socket.path), mode(path.dirname(socket.path))]).toEqual(['600', '700'])
    expect(process.umask()).toBe(0)
    expect(await ask(socket.path)).toContain('hello')
    expect(socketDanger(socket.path)).toBeNull()
    await socket.close()
    expect(statSync(socket.path, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('takes over from a server that died', async () => {
    const place = socketPlace(dataDir)
    mkdirSync(path.dirname(place.path))
    const dead = net.createServer()
    await new Promise<void>((resolve) => dead.listen(place.path, resolve))
    // Closing would remove the file; a crash does not.
    const { linkSync, renameSync } = await import('node:fs')
    linkSync(place.path, `${place.path}.kept`)
    await new Promise((resolve) => dead.close(resolve))
    renameSync(`${place.path}.kept`, place.path)
    const socket = await served()
    expect(await ask(socket.path)).toContain('hello')
    await socket.close()
  })

  it('never takes over from one that answers, nor removes what is no socket', async () => {
    const first = await served()
    expect(await serveSocket(router, dataDir)).toMatchObject({
      ok: false,
      error: expect.stringContaining('another process answers') as string,
    })
    expect(await ask(first.path)).toContain('hello')
    await first.close()
    writeFileSync(first.path, 'mine')
    expect(await serveSocket(router, dataDir)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not a socket') as string,
    })
    expect(readFileSync(first.path, 'utf8')).toBe('mine')
  })

  it('is found where the data folder’s path is too long for a socket', async () => {
    dataDir = path.join(dataDir, 'long'.repeat(40))
    ensurePrivateDir(dataDir)
    const socket = await served()
    expect(Buffer.byteLength(socket.path)).toBeLessThanOrEqual(103)
    expect([mode(socket.path), mode(path.dirname(socket.path))]).toEqual(['600', '700'])
    expect(findSocket(dataDir)).toBe(socket.path)
    expect(await ask(findSocket(dataDir))).toContain('hello')
    await socket.close()
    rmSync(path.dirname(socket.path), { recursive: true, force: true })
  })

  it('ends open calls when it closes', async () => {
    const socket = await served()
    const hanging = net.connect(socket.path)
    await new Promise((resolve) => hanging.once('connect', resolve))
    const gone = new Promise((resolve) => hanging.once('close', resolve))
    await socket.close()
    await gone
  })

  it.skipIf(process.getuid?.() !== 0)('is refused where it belongs to another user', async () => {
    const { chownSync } = await import('node:fs')
    const socket = await served()
    chownSync(socket.path, 65534, 65534)
    expect(socketDanger(socket.path)).toContain('another user')
    await socket.close()
  })
})

describe('the data folder', () => {
  const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    dataDirPath(undefined, { platform, home: '/home/ann', env })
  it.each([
    ['linux', {}, '/home/ann/.local/share/threadbeat'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/threadbeat'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share/threadbeat'],
    ['linux', { THREADBEAT_DEV_URL: 'http://127.0.0.1:5183/' }, '/home/ann/.local/share/threadbeat-dev'],
    ['darwin', {}, '/home/ann/Library/Application Support/Threadbeat'],
    ['linux', { THREADBEAT_DATA_DIR: '/elsewhere' }, '/elsewhere'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => expect(at(platform, env)).toBe(folder))
  it('is the given one before all', () =>
    expect(
      dataDirPath('/given', { platform: 'linux', home: '/h', env: { THREADBEAT_DATA_DIR: '/elsewhere' } }),
    ).toBe('/given'))
  it.skipIf(process.platform === 'win32')('is narrowed when others could look into it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'data-dir-'))
    const open = path.join(folder, 'a', 'b')
    mkdirSync(open, { recursive: true, mode: 0o755 })
    expect(mode(ensurePrivateDir(open))).toBe('700')
    rmSync(folder, { recursive: true })
  })
})
