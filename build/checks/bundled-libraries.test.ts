import { expect, it } from 'vitest'
import { SOURCES, isTest, read } from './sources.ts'

/** As `{ z }` all of zod is kept by the bundler, its 48 languages included: 560 kB that each command would read. */
it('leaves the languages of zod out of the bundles: it is imported as a namespace', () => {
  const users = SOURCES.filter((file) => !isTest(file) && / from 'zod'/.test(read(file)))
  expect(users.length).toBeGreaterThan(10)
  expect(users.filter((file) => !/^import (type )?\* as z from 'zod'$/m.test(read(file)))).toEqual([])
})
