import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { identify } from './facts/repo-facts.ts'
import { makeOwnRepository } from './own-repository.ts'
import { folder } from './testing/repositories.ts'

it('makes an empty repository for its owner alone, without hooks, and leaves it as it is from then on', async () => {
  const place = join(folder, 'own')
  expect(await makeOwnRepository(place)).toEqual({ ok: true, value: place })
  expect(await identify(place)).toMatchObject({ ok: true, value: { realPath: place, name: 'own' } })
  expect(statSync(place).mode & 0o777).toBe(0o700)
  expect(existsSync(join(place, '.git', 'hooks'))).toBe(false)
  writeFileSync(join(place, 'HEARTBEAT.md'), '# mine\n')
  const before = readdirSync(join(place, '.git'))
  expect(await makeOwnRepository(place)).toMatchObject({ ok: true })
  expect(readdirSync(join(place, '.git'))).toEqual(before)
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: place, encoding: 'utf8' })).toBe(
    '?? HEARTBEAT.md\n',
  )
})

it('the app’s own files are no change in it, also where they were there first', async () => {
  const place = join(folder, 'with-own')
  mkdirSync(place)
  writeFileSync(join(place, 'decisions.md'), 'x')
  expect(await makeOwnRepository(place, ['decisions.md'])).toMatchObject({ ok: true })
  writeFileSync(join(place, 'other.md'), 'x')
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: place, encoding: 'utf8' })).toBe(
    '?? other.md\n',
  )
})

it('makes one in a folder inside another repository', async () => {
  const outer = join(folder, 'outer')
  mkdirSync(outer)
  execFileSync('git', ['init', '-q', outer])
  const place = join(outer, 'inner')
  expect(await makeOwnRepository(place)).toMatchObject({ ok: true })
  expect(await identify(place)).toMatchObject({ ok: true, value: { realPath: place } })
})

it.each([
  ['a file', (place: string) => writeFileSync(place, 'x')],
  ['a named pipe', (place: string) => void execFileSync('mkfifo', [place])],
])('says what is in the way: %s', async (what, put) => {
  const place = join(folder, what.replaceAll(' ', '-'))
  put(place)
  expect(await makeOwnRepository(place)).toMatchObject({
    ok: false,
    error: { code: 'file.write_failed', message: expect.stringContaining(place) as string },
  })
})
