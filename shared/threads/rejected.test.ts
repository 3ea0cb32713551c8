import { expect, it } from 'vitest'
import { rejectedText } from './rejected.ts'

it.each([
  ['/src/api is not there', '/src/api is not there'],
  ['/srv/api is a thread already.', '/src/api: /srv/api is a thread already.'],
  ['not a git repository', '/src/api: not a git repository'],
])('found by a user: the folder is named once where the reason names it: %s', (why, text) =>
  expect(rejectedText({ path: '/src/api', why })).toBe(text),
)
