import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'
import { difference } from './hooks.ts'

const { cli, running, inputOf, close, gone } = commandsAndApp('hooks-test')
afterEach(close)
afterAll(gone)

describe('threadbeat hooks', () => {
  it('installs the hooks that were shown, and nothing without an answer', async () => {
    const plan = {
      folder: '/r/.git/hooks',
      managedBy: null,
      problem: null,
      installed: false,
      digest: 'd'.repeat(64),
      files: [
        {
          name: 'post-commit',
          path: '/r/.git/hooks/post-commit',
          before: 'mine\n',
          after: 'mine\nours\n',
          state: 'foreign',
        },
      ],
    }
    await running({ 'hooks.plan': () => plan, 'hooks.install': () => null })
    expect(await cli('hooks', 'install', 'api')).toMatchObject({
      code: 1,
      out: expect.stringContaining(' mine\n+ours\n') as string,
      err: expect.stringContaining('Nothing was written') as string,
    })
    expect(inputOf('hooks.install')).toBeUndefined()
    expect((await cli('hooks', 'install', 'api', '--yes')).code).toBe(0)
    expect(inputOf('hooks.install')).toEqual({ id: 'thr_2', digest: plan.digest, confirmed: true })
  })
  it('takes its part out of the hooks, and only after an answer', async () => {
    const plan = {
      folder: '/r/.git/hooks',
      managedBy: null,
      problem: null,
      installed: true,
      digest: 'd'.repeat(64),
      files: [],
    }
    const plans = [plan, plan, { ...plan, installed: false }]
    await running({ 'hooks.plan': () => plans.shift(), 'hooks.remove': () => null })
    expect(await cli('hooks', 'remove', 'api')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was removed') as string,
    })
    expect(inputOf('hooks.remove')).toBeUndefined()
    expect((await cli('hooks', 'remove', 'api', '--yes')).out).toBe(
      'Removed from 2 api; your own lines are as they were.\n',
    )
    expect(inputOf('hooks.remove')).toEqual({ id: 'thr_2' })
    expect((await cli('hooks', 'remove', 'api', '--yes')).out).toBe('Nothing is installed for 2 api.\n')
  })
  it('shows every line of a difference', () => {
    expect(difference('#!/bin/sh\necho mine\n', '#!/bin/sh\necho mine\n# ours\n')).toEqual([
      ' #!/bin/sh',
      ' echo mine',
      '+# ours',
    ])
    expect(difference('', 'a\nb\n')).toEqual(['+a', '+b'])
    expect(difference('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c'])
  })
})
