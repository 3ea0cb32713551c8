import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileIdOf } from './facts/file-id.ts'
import { locateRepository, type GitLocation } from './git-location.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'threadbeat-location-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function makeRepository(name: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(home, name, '.git', part), { recursive: true })
  return join(home, name)
}

/** As long after its last change that it cannot change once more and look the same. */
const later = (): number => Date.now() + 60_000
async function located(path: string, nowMs = later): Promise<GitLocation> {
  const found = await locateRepository(path, nowMs)
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

describe('a repository that is looked for again', () => {
  it('is the one that was found before, as long as its folder .git looks as it did', async () => {
    const path = makeRepository('a')
    const first = await located(path)
    writeFileSync(join(path, 'notes.md'), 'beside it')
    expect(await located(path)).toBe(first)
    expect(await fileIdOf(first)).toBe(await fileIdOf(await located(path)))
  })

  it('is looked for anew where it changed a moment ago', async () => {
    const path = makeRepository('a')
    const first = await located(path, Date.now)
    expect(await located(path)).not.toBe(first)
  })

  it('is damaged once a part of it is gone', async () => {
    const path = makeRepository('a')
    await located(path)
    rmSync(join(path, '.git/objects'), { recursive: true })
    expect(await locateRepository(path, later)).toMatchObject({ ok: false, error: { code: 'git.failed' } })
  })

  it('has its objects elsewhere once a file says so', async () => {
    const [path, other] = [makeRepository('a'), makeRepository('b')]
    await located(path)
    writeFileSync(join(path, '.git/commondir'), join(other, '.git'))
    expect((await located(path)).commonDir).toBe(join(other, '.git'))
  })

  it('has another number once another one stands in its place', async () => {
    const [path, other] = [makeRepository('a'), makeRepository('b')]
    const before = await fileIdOf(await located(path))
    renameSync(path, join(home, 'away'))
    renameSync(other, path)
    expect(await fileIdOf(await located(path))).not.toBe(before)
    renameSync(path, other)
    renameSync(join(home, 'away'), path)
    expect(await fileIdOf(await located(path))).toBe(before)
  })

  it('has no number of one that was exchanged while it was looked at', async () => {
    const [path, other] = [makeRepository('a'), makeRepository('b')]
    const seen = await located(path)
    renameSync(path, join(home, 'away'))
    renameSync(other, path)
    const ofOther = await fileIdOf(seen)
    renameSync(path, other)
    renameSync(join(home, 'away'), path)
    expect(await located(path)).toBe(seen)
    expect(await fileIdOf(await located(path))).not.toBe(ofOther)
  })

  it('has another number once its folder .git, or the file in its place, leads to another one', async () => {
    const [path, other] = [makeRepository('a'), makeRepository('b')]
    const before = await fileIdOf(await located(path))
    writeFileSync(join(path, '.git/commondir'), join(other, '.git'))
    expect(await fileIdOf(await located(path))).not.toBe(before)
    rmSync(join(path, '.git/commondir'))
    expect(await fileIdOf(await located(path))).toBe(before)

    const [tree, pointer] = [join(home, 'tree'), join(home, 'tree/.git')]
    mkdirSync(tree)
    writeFileSync(pointer, `gitdir: ${path}/.git\n`)
    const seen = await fileIdOf(await located(tree))
    expect(await fileIdOf(await located(tree))).toBe(seen)
    writeFileSync(pointer, `gitdir: ${other}/.git\n`)
    expect(await fileIdOf(await located(tree))).not.toBe(seen)
    writeFileSync(pointer, `gitdir: ${path}/.git\n`)
    expect(await fileIdOf(await located(tree))).toBe(seen)
    renameSync(join(path, '.git'), join(home, 'away'))
    renameSync(join(other, '.git'), join(path, '.git'))
    expect(await fileIdOf(await located(tree))).not.toBe(seen)
  })

  it('is elsewhere where it was moved and a link left in its place', async () => {
    const path = makeRepository('a')
    await located(path)
    renameSync(path, join(home, 'moved'))
    symlinkSync(join(home, 'moved'), path)
    expect((await located(path)).path).toBe(join(home, 'moved'))
  })
})
