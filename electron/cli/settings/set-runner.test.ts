import { afterAll, afterEach, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputOf, close, gone } = commandsAndApp('set-runner-test')
afterEach(close)
afterAll(gone)

it('found by a user: a runner that is not there is set, and said at once with where it was looked for', async () => {
  const missing = { program: 'no-such-agent', looked: ['/usr/local/bin', '/usr/bin'] }
  await running({ 'threads.setAgent': () => ({ missing }) })
  expect(await cli('set', 'runner', '--thread', 'api', '--yes', '--', 'no-such-agent', '-p')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Set\.\n$/) as string,
    err:
      'no-such-agent was not found now; nothing of it starts before it is installed. ' +
      'Looked in: /usr/local/bin, /usr/bin.\n',
  })
  expect(inputOf('threads.setAgent')).toMatchObject({ agent: { argv: ['no-such-agent', '-p'] } })
})
