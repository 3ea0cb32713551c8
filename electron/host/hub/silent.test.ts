import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { joinSilentHub } from '../../machine/hub/testing/silent-hub.ts'
import { openQuietHost } from '../testing/open-quiet-host.ts'

it('a host whose hub takes the connection and never answers opens, says that it connects, and ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-silent-'))
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const dataDir = join(folder, 'data')
  const connected = once(silent, 'connection')
  joinSilentHub(dataDir, (silent.address() as AddressInfo).port)
  const host = await openQuietHost(dataDir)
  await connected
  expect(host.snapshot().fleet.others?.link).toBe('connecting')
  await host.stop('stop')
})
