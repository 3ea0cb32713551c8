import { expect, it } from 'vitest'
import { isSameCommand, KEPT_BOUNDS, keptCommand } from './command-again.ts'

it('a command is kept word for word, also an empty argument', () => {
  expect(keptCommand(['git', 'commit', '-m', ''], '/repos')).toEqual({
    argv: ['git', 'commit', '-m', ''],
    folder: '/repos',
  })
})

it('nothing is kept that is too long, or seems to hold a credential', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  for (const argv of [
    Array.from({ length: KEPT_BOUNDS.args + 1 }, () => 'x'),
    ['x', 'y'.repeat(KEPT_BOUNDS.argChars + 1)],
    ['curl', '-H', `Authorization: Bearer ${secret}`],
    ['deploy', '--token', secret],
  ])
    expect(keptCommand(argv, '/repos')).toBeNull()
  expect(keptCommand(['x'], '/'.repeat(KEPT_BOUNDS.folderChars + 1))).toBeNull()
})

it('two commands are the same only argument by argument, and in the same folder', () => {
  const kept = { argv: ['a', 'b c'], folder: '/repos' }
  expect(isSameCommand(kept, { argv: ['a', 'b c'], folder: '/repos' })).toBe(true)
  for (const other of [
    { ...kept, argv: ['a', 'b', 'c'] },
    { ...kept, argv: ['a'] },
    { ...kept, argv: ['a', 'b c', ''] },
    { ...kept, folder: '/repos/sub' },
  ])
    expect(isSameCommand(kept, other)).toBe(false)
})
