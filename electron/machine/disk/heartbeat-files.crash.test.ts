import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHeartbeatFiles } from './heartbeat-files.ts'
import { bundleProgram } from '../process/testing/bundled-program.ts'

const SIZE = 40_000
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
let place = ''
let writer = ''

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'heartbeat-crash-')))
  writer = join(place, 'writer.mjs')
  await bundleProgram(join(import.meta.dirname, 'testing/heartbeat-writer.ts'), writer)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const newFolder = (): string => mkdtempSync(join(place, 'repo-'))
const leftovers = (folder: string): string[] => readdirSync(folder).filter((name) => name !== 'HEARTBEAT.md')

describe('a writer that is killed', () => {
  it('leaves the old content or the new, never a mixture, and what it left behind is swept (I9)', async () => {
    for (let round = 0; round < 12; round++) {
      const folder = newFolder()
      const child = spawn(process.execPath, [writer, folder, 'forever', String(SIZE)], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
      await sleep(Math.random() * 40)
      child.kill('SIGKILL')
      await new Promise<void>((resolve) => child.once('close', () => resolve()))

      const text = readFileSync(join(folder, 'HEARTBEAT.md'), 'utf8')
      expect(text).toBe((text[0] ?? '').repeat(SIZE))
      await createHeartbeatFiles().sweep(folder)
      expect(leftovers(folder)).toEqual([])
    }
  })
})

describe('a disk that takes only a part', () => {
  const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

  it.skipIf(!hasPrlimit)(
    'never replaces the good file: a limit of the file size stops the write short',
    () => {
      for (const limit of [0, 1, 4096, 20_000, SIZE - 1]) {
        const folder = newFolder()
        writeFileSync(join(folder, 'HEARTBEAT.md'), 'good')
        const answer = execFileSync(
          'prlimit',
          [`--fsize=${limit}`, process.execPath, writer, folder, 'once', String(SIZE)],
          { encoding: 'utf8' },
        )
        expect(answer).toMatch(/^file\.write_failed: .*no file of this size/)
        expect(readFileSync(join(folder, 'HEARTBEAT.md'), 'utf8')).toBe('good')
        expect(leftovers(folder)).toEqual([])
      }
      const folder = newFolder()
      expect(
        execFileSync('prlimit', [`--fsize=${SIZE}`, process.execPath, writer, folder, 'once', String(SIZE)], {
          encoding: 'utf8',
        }),
      ).toBe('ok\n')
    },
  )

  it('never replaces the good file on a full disk', (context) => {
    const disk = newFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]).status !== 0)
      return context.skip('not run: no right to mount a small disk')
    try {
      for (let free = 4; free <= 60; free += 8) {
        writeFileSync(join(disk, 'HEARTBEAT.md'), 'good')
        writeFileSync(join(disk, 'ballast'), Buffer.alloc((124 - free) * 1024))
        const answer = execFileSync(process.execPath, [writer, disk, 'once', '65000'], { encoding: 'utf8' })
        const text = readFileSync(join(disk, 'HEARTBEAT.md'), 'utf8')
        expect([answer, text.length]).toEqual([
          expect.stringMatching(/^file\.write_failed: .*disk is full/),
          4,
        ])
        expect(leftovers(disk)).toEqual(['ballast'])
      }
    } finally {
      spawnSync('umount', [disk])
    }
  })
})

describe('a folder that may not be written', () => {
  it('is named, and the file stays as it was', () => {
    const folder = newFolder()
    const nobody = 65_534
    writeFileSync(join(folder, 'HEARTBEAT.md'), 'good')
    const isRoot = process.getuid?.() === 0 // whom no mode stops: the child is somebody else then
    if (isRoot) {
      chmodSync(place, 0o755)
      chownSync(folder, nobody, nobody)
      chownSync(join(folder, 'HEARTBEAT.md'), nobody, nobody)
    }
    chmodSync(folder, 0o500)
    // It becomes somebody else by itself: Node may lie where only root can start it.
    const as = isRoot ? [String(nobody)] : []
    const answer = execFileSync(process.execPath, [writer, folder, 'once', '10', ...as], {
      encoding: 'utf8',
      cwd: '/',
    })
    expect(answer).toMatch(/^file\.write_failed: .*permission denied/)
    expect(readFileSync(join(folder, 'HEARTBEAT.md'), 'utf8')).toBe('good')
    chmodSync(folder, 0o700)
  })
})
