import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { createRemoteBounds } from './remote-bounds.ts'

it('a remote that did not answer is given little time, whichever repository asks its host, until it answers', () => {
  const bounds = createRemoteBounds(() => 0)
  expect(bounds.boundOf('git@host.example:a/b.git')).toBe(2 * MINUTE)
  bounds.note('git@host.example:a/b.git', false)
  expect(bounds.boundOf('https://host.example/c/d.git')).toBe(10 * SECOND)
  expect(bounds.boundOf('https://other.example/c/d.git')).toBe(2 * MINUTE)
  bounds.note('https://host.example/c/d.git', true)
  expect(bounds.boundOf('git@host.example:a/b.git')).toBe(2 * MINUTE)
})

it('one that is only slow has the long time once an hour', () => {
  let now = 0
  const bounds = createRemoteBounds(() => now)
  bounds.note('/mnt/share/a.git', false)
  now = 30 * MINUTE
  bounds.note('/mnt/share/a.git', false)
  expect(bounds.boundOf('/mnt/share/a.git')).toBe(10 * SECOND)
  now = HOUR + 1
  expect(bounds.boundOf('/mnt/share/a.git')).toBe(2 * MINUTE)
  bounds.note('/mnt/share/a.git', false)
  expect(bounds.boundOf('/mnt/share/a.git')).toBe(10 * SECOND)
})
