import { createHash } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHeartbeatFiles } from './heartbeat-files.ts'

const files = createHeartbeatFiles()
let folder = ''
let file = ''

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'heartbeat-files-')))
  file = join(folder, 'HEARTBEAT.md')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const content = (path = file) => readFileSync(path, 'utf8')
const version = async () => {
  const read = await files.read(folder)
  if (!read.ok) throw new Error(read.error.message)
  return read.value.version
}
/** "ok", or the code of the fault. */
const write = async (text: string, expected: string | null) => {
  const written = await files.write(folder, text, expected)
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  return written.ok ? 'ok' : written.error.code
}

describe('read', () => {
  it('while others take the file away and put it back: it is there or missing, and its folder is never said to be', async () => {
    const reads: Promise<unknown>[] = []
    const told = new Set<string>()
    for (let n = 0; n < 400; n++) {
      writeFileSync(file, `round ${n}`)
      reads.push(
        files.read(folder).then((r) => told.add(r.ok ? 'ok' : `${r.error.code}: ${r.error.message}`)),
      )
      await new Promise((resolve) => setImmediate(resolve))
      rmSync(file)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(reads)
    for (const one of told) expect(['ok', `file.missing: ${file} is not there`]).toContain(one)
  })

  it('gives text and the hash of the bytes', async () => {
    writeFileSync(file, 'a\r\n')
    const version = createHash('sha256').update('a\r\n').digest('hex')
    expect(await files.read(folder)).toEqual({
      ok: true,
      value: { text: 'a\r\n', encoding: 'utf-8', version },
    })
  })

  it('names what is in the way', async () => {
    const code = async () => {
      const read = await files.read(folder)
      return read.ok ? 'ok' : read.error.code
    }
    expect(await code()).toBe('file.missing')
    mkdirSync(file)
    expect(await files.read(folder)).toMatchObject({
      error: { code: 'file.unreadable', message: `${file} is a folder` },
    })
    rmSync(file, { recursive: true })
    writeFileSync(file, 'x'.repeat(500_001))
    expect(await code()).toBe('file.too_large')
    writeFileSync(file, '- a\n'.repeat(5_001))
    expect(await files.read(folder)).toMatchObject({
      error: { code: 'file.too_large', message: `${file} has 5001 lines; the limit is 5000` },
    })
    rmSync(file)
    symlinkSync('/etc/hostname', file)
    expect(await code()).toBe('file.unreadable')
    rmSync(file)
    symlinkSync('nowhere', file)
    expect(await code()).toBe('file.unreadable')
    folder = join(folder, 'gone')
    expect(await code()).toBe('file.unreadable')
    folder = join(folder, '..')
  })
})

describe('write', () => {
  it('creates a file only where there is none', async () => {
    expect(await write('a\n', null)).toBe('ok')
    expect(content()).toBe('a\n')
    expect(await write('b\n', null)).toBe('file.conflict')
    expect(content()).toBe('a\n')
  })

  it('sees a change that keeps size and time', async () => {
    writeFileSync(file, '- [ ] a\n')
    const before = await version()
    writeFileSync(file, '- [x] a\n')
    expect(await write('- [ ] b\n', before)).toBe('file.conflict')
    expect(content()).toBe('- [x] a\n')
    expect(await write('- [ ] b\n', await version())).toBe('ok')
    rmSync(file)
    expect(await write('c', before)).toBe('file.conflict')
  })

  it('lets exactly one of many writers of the same version win', async () => {
    writeFileSync(file, 'start')
    const before = await version()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => files.write(folder, `writer ${i}`, before)),
    )
    const winners = answers.flatMap((a, i) => (a.ok ? [`writer ${i}`] : []))
    expect(winners).toEqual([content()])
    expect(answers.filter((a) => !a.ok && a.error.code !== 'file.conflict')).toEqual([])
  })

  it('lets exactly one of many creators win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => files.write(folder, `writer ${i}`, null)),
    )
    expect(answers.flatMap((a, i) => (a.ok ? [`writer ${i}`] : []))).toEqual([content()])
  })

  it('keeps mode and owner', async () => {
    writeFileSync(file, 'a', { mode: 0o640 })
    chmodSync(file, 0o640)
    const before = statSync(file)
    expect(await write('b', await version())).toBe('ok')
    const after = statSync(file)
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid])
  })

  it('writes through a link inside the repository and keeps the link', async () => {
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs/beat.md'), 'a')
    symlinkSync('docs/beat.md', file)
    expect(await write('b', await version())).toBe('ok')
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(content(join(folder, 'docs/beat.md'))).toBe('b')
  })

  it('never follows a link out of the repository or into .git', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'heartbeat-outside-'))
    mkdirSync(join(folder, '.git'))
    for (const target of [join(outside, 'x'), join(folder, '.git/config'), `${folder}-sibling`]) {
      writeFileSync(target, 'theirs')
      symlinkSync(target, file)
      expect(await write('b', null), target).toBe('file.write_failed')
      expect(await write('b', '0'.repeat(64)), target).toBe('file.write_failed')
      expect(content(target)).toBe('theirs')
      rmSync(target)
      expect(await write('b', null), `${target}, dangling`).toBe('file.write_failed')
      rmSync(file)
    }
    rmSync(outside, { recursive: true })
  })

  it('refuses to part hard links, and says so', async () => {
    writeFileSync(file, 'a')
    linkSync(file, join(folder, 'other.md'))
    expect(await files.write(folder, 'b', await version())).toMatchObject({
      error: { code: 'file.write_failed', message: expect.stringContaining('2 hard links') },
    })
    expect(statSync(file).nlink).toBe(2)
  })

  it('respects a read-only file, also as root', async () => {
    writeFileSync(file, 'a')
    chmodSync(file, 0o444)
    expect(await files.write(folder, 'b', await version())).toMatchObject({
      error: { code: 'file.write_failed', message: `${file} is read-only` },
    })
  })

  it('refuses what cannot be a file', async () => {
    expect(await write('\ud800', null)).toBe('file.write_failed')
    expect(await write('x'.repeat(500_001), null)).toBe('file.too_large')
    expect(await write('\r'.repeat(5_001), null)).toBe('file.too_large')
    mkdirSync(file)
    expect(await write('a', null)).toBe('file.write_failed')
    rmSync(file, { recursive: true })
  })

  it('keeps the other bytes of a file that is not UTF-8', async () => {
    writeFileSync(file, Buffer.from([0x2d, 0x20, 0xff, 0x0a]))
    const read = await files.read(folder)
    if (!read.ok) throw new Error(read.error.message)
    expect(read.value.encoding).toBe('binary')
    expect((await files.write(folder, `${read.value.text}- b\n`, read.value.version, 'binary')).ok).toBe(true)
    expect([...readFileSync(file)]).toEqual([0x2d, 0x20, 0xff, 0x0a, 0x2d, 0x20, 0x62, 0x0a])
  })
})

describe('sweep', () => {
  it('removes what a crash left behind and nothing else', async () => {
    const names = [
      '.HEARTBEAT.md.0123456789ab.tmp',
      '.HEARTBEAT.md.tmp',
      '.HEARTBEAT.md.0123456789ab.tmp.bak',
      'HEARTBEAT.md',
      'x.tmp',
    ]
    for (const name of names) writeFileSync(join(folder, name), 'x')
    mkdirSync(join(folder, '.HEARTBEAT.md.ffffffffffff.tmp'))
    await files.sweep(folder)
    expect(readdirSync(folder).sort()).toEqual([...names.slice(1), '.HEARTBEAT.md.ffffffffffff.tmp'].sort())
    await files.sweep(join(folder, 'gone'))
  })
})
