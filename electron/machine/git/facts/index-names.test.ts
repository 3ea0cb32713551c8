import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSurelyNotInIndex } from './index-names.ts'
import { isTracked } from './tracked.ts'
import { make, plain } from '../testing/repositories.ts'

const NAME = 'HEARTBEAT.md'
const write = (path: string, name: string): void => {
  mkdirSync(join(path, name, '..'), { recursive: true })
  writeFileSync(join(path, name), 'x')
}

describe('a name that is looked for in the index without git', () => {
  it('is surely not in an index of git’s own making, nor where nothing was added yet', async () => {
    const [clean, empty] = [await make('clean'), await make('empty')]
    write(clean, NAME)
    write(clean, 'a link to it.txt')
    plain(clean, 'add', 'a link to it.txt')
    expect(await isSurelyNotInIndex(join(clean, '.git'), NAME)).toBe(true)
    expect(await isSurelyNotInIndex(join(empty, '.git'), NAME)).toBe(true)
  })

  it.each<[string, (path: string) => void]>([
    ['version 2', (path) => plain(path, 'update-index', '--index-version', '2')],
    ['version 3', (path) => plain(path, 'add', '--intent-to-add', 'later.txt')],
    ['version 4, which shortens paths', (path) => plain(path, 'update-index', '--index-version', '4')],
    ['split', (path) => plain(path, 'update-index', '--split-index')],
    ['sparse', (path) => plain(path, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'docs')],
  ])('is found by isTracked, and not claimed to be missing: %s', async (_, change) => {
    const path = await make('clean')
    for (const name of ['HEADER.txt', NAME, 'docs/a.txt', 'later.txt']) write(path, name)
    plain(path, 'add', 'HEADER.txt', NAME, 'docs/a.txt')
    plain(path, 'commit', '-q', '-m', 'with it')
    change(path)
    expect(await isSurelyNotInIndex(join(path, '.git'), NAME)).toBe(false)
    expect(await isTracked(path)).toEqual({ ok: true, value: true })
    plain(path, 'rm', '-q', '--cached', '--sparse', NAME)
    expect(await isTracked(path)).toEqual({ ok: true, value: false })
  })

  it('is git’s to answer where the index is no index, or a link', async () => {
    const path = await make('clean')
    const index = join(path, '.git', 'index')
    rmSync(index)
    writeFileSync(index, 'no index at all')
    expect(await isSurelyNotInIndex(join(path, '.git'), NAME)).toBe(false)
    rmSync(index)
    symlinkSync('/dev/zero', index)
    expect(await isSurelyNotInIndex(join(path, '.git'), NAME)).toBe(false)
  })
})
