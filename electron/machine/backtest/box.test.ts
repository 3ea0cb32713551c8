import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { photograph } from '../agents/testing/photograph.ts'
import { createBacktester } from './backtest.ts'
import { answerOf, left, making, tried } from './testing/trial.ts'

const isClosed = (await createBacktester([]).protection()) === 'closed'
const inBox = it.skipIf(!isClosed)

afterEach(() => {
  vi.unstubAllEnvs()
  expect(left()).toEqual([])
})

inBox('has no network, but its own loopback', async () => {
  const connect = (to: string) =>
    `node -e "require('net').connect(${to}).on('error', (e) => { console.log(e.code); process.exit(1) })"`
  const { tried: all } = await tried(making('net', connect("80, '192.0.2.1'")))
  expect(all).toMatchObject([{ outcome: 'could_not', cause: 'network' }])
  const own = `node -e "require('net').createServer().listen(0, '127.0.0.1', () => process.exit(0))"`
  expect((await tried(making('loopback', own))).tried).toMatchObject([{ outcome: 'passed' }])
})

inBox('a hostile script reaches nothing but its copy', async () => {
  const outside = join(tmpdir(), `reached-${process.pid}`)
  const path = making('hostile', 'sh ./hostile.sh', {
    'hostile.sh': `
      real=$(pwd)
      echo x >> "$real/file"; rm -rf "$real/.git/refs"; echo evil > "$real/.git/hooks/pre-commit"
      umount "$real"; umount -l "$real"; mount -o remount,rw /; unshare -Urm umount "$real"
      echo reached > ${outside}; echo reached > "$HOME/reached"; echo reached > /etc/reached
      git stash; git tag t; git config core.fsmonitor evil
      mkdir -p deep; cd deep; for i in 1 2 3 4 5 6 7 8 9; do mkdir dddddddddddddddddddddddddd; cd dddddddddddddddddddddddddd; done
      cd "$real"; chmod 000 deep
      setsid nohup sleep 4712 >/dev/null 2>&1 &
      exit 0`,
    file: 'mine',
  })
  mkdirSync(join(path, '.git/hooks'), { recursive: true })
  const before = photograph(path)
  expect((await tried(path)).tried).toMatchObject([{ outcome: 'passed' }])
  expect(photograph(path)).toEqual(before)
  expect(readdirSync(tmpdir())).not.toContain(`reached-${process.pid}`)
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 4712')
})

inBox('sees nothing of the folders that are hidden', async () => {
  const secret = join(tmpdir(), `threadbeat-test-secret-${process.pid}`)
  mkdirSync(secret, { recursive: true })
  writeFileSync(join(secret, 'key'), 'k')
  const path = making('peeking', `test ! -e ${secret}/key`)
  expect((await tried(path, 'make check', [secret])).tried).toMatchObject([{ outcome: 'passed' }])
  expect((await tried(path)).tried).toMatchObject([{ outcome: 'failed' }])
})

it('runs nothing where namespaces are refused (found by an attacker)', async () => {
  const path = making('open', 'touch ran')
  const programs = join(path, '..', 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'unshare'), '#!/bin/sh\necho "unshare: Operation not permitted" >&2; exit 1\n')
  chmodSync(join(programs, 'unshare'), 0o755)
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
  expect(await createBacktester([]).protection()).toBe('open')
  const before = photograph(path)
  expect(await answerOf(path)).toMatchObject({
    ok: false,
    error: { message: 'This system has no way to close a copy off from everything else' },
  })
  expect(photograph(path)).toEqual(before)
})

inBox('is closed as well where one hidden folder lies in another (found by an attacker)', async () => {
  const data = join(tmpdir(), `threadbeat-test-data-${process.pid}`)
  mkdirSync(join(data, 'run'), { recursive: true })
  writeFileSync(join(data, 'threadbeat.db'), 'secret')
  try {
    const path = making('nested', `! test -e ${data}/threadbeat.db && ! test -e ${data}/run`)
    const { tried: all } = await tried(path, 'make check', [data, join(data, 'run'), join(data, 'gone')])
    expect(all).toMatchObject([{ outcome: 'passed' }])
  } finally {
    rmSync(data, { recursive: true })
  }
})

inBox('tries nothing where the objects of a repository are a link (found by an attacker)', async () => {
  const path = making('linked', 'true')
  renameSync(join(path, '.git/objects'), join(path, '..', 'linked-objects'))
  symlinkSync(join(path, '..', 'linked-objects'), join(path, '.git/objects'))
  expect(await answerOf(path)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('lie elsewhere') as string },
  })
})

inBox('reaches no program that waits at a socket, no terminal and no setting of the kernel', async () => {
  const at = join(tmpdir(), `threadbeat-test-socket-${process.pid}`)
  const server = createServer().listen(at)
  await once(server, 'listening')
  try {
    const path = making('sockets', 'sh ./s.sh', {
      's.sh': `
        node -e "require('net').connect('${at}').on('connect', () => process.exit(0)).on('error', () => process.exit(1))" && exit 1
        test -z "$(ls /dev/pts)" || exit 2
        cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && exit 3
        exit 0`,
    })
    expect((await tried(path)).tried).toMatchObject([{ outcome: 'passed', line: '' }])
  } finally {
    server.close()
  }
})

it.skipIf(!isClosed || !existsSync('/dev/shm'))(
  'works in shared memory, and changes nothing else there',
  async () => {
    const folder = mkdtempSync('/dev/shm/threadbeat-test-')
    vi.stubEnv('TMPDIR', folder)
    try {
      const reached = `/dev/shm/reached-${process.pid}`
      const path = making('memory', `echo x > made; ! echo x > ${reached}`)
      expect((await tried(path)).tried).toMatchObject([{ outcome: 'passed' }])
      expect(existsSync(reached)).toBe(false)
      expect(left()).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
