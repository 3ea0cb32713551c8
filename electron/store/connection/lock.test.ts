import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { lockFolder } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'lock-test-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is held by one at a time', () => {
  const unlock = lockFolder(folder)
  expect(lockFolder(folder)).toBeNull()
  unlock!()
  const again = lockFolder(folder)
  expect(again).not.toBeNull()
  again!()
})

it('throws the path where nobody can lock it, which is not the same as held', () => {
  mkdirSync(join(folder, 'lock.db'), { recursive: true })
  expect(() => lockFolder(folder)).toThrow(/lock\.db cannot be locked: /)
})
