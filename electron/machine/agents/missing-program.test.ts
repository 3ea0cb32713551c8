import { expect, it } from 'vitest'
import { missingProgram } from './missing-program.ts'

const at = (path: string) => ({ PATH: path, HOME: '/nowhere' })
const looked = (agent: Parameters<typeof missingProgram>[0], path = '/usr/bin:/bin') =>
  missingProgram(agent, '/', at(path), async () => null)

it('found by a user: a runner that is not there is said with where it was looked for', async () => {
  expect(await looked({ kind: 'command', argv: ['no-such-agent', '-p'], env: {} })).toEqual({
    program: 'no-such-agent',
    looked: ['/usr/bin', '/bin'],
  })
  expect(await looked({ kind: 'command', argv: ['sh'], env: {} })).toBe(null)
  expect(await looked({ kind: 'command', argv: ['sh'], env: { PATH: '/nowhere' } })).toEqual({
    program: 'sh',
    looked: ['/nowhere'],
  })
  expect(await looked({ kind: 'command', argv: ['/opt/none/agent'], env: {} })).toEqual({
    program: '/opt/none/agent',
    looked: [],
  })
  expect(await looked({ kind: 'local' })).toBe(null)
})
