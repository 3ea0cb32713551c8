import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../shared/base/time.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  return { s, id, client: apiClient(s) }
}

describe('git hooks', () => {
  it('are written only as they were shown', async () => {
    const { s, id, client } = await bench()
    s.hookPlan = {
      ...s.hookPlan,
      files: [{ name: 'post-commit', path: '/hooks/post-commit', before: null, after: 'x', state: 'absent' }],
    }
    const shown = await client.hooks.plan({ id })
    s.hookPlan = {
      ...s.hookPlan,
      files: [
        {
          name: 'post-commit',
          path: '/hooks/post-commit',
          before: 'mine',
          after: 'mine x',
          state: 'foreign',
        },
      ],
    }
    expect((await refusal(client.hooks.install({ id, digest: shown.digest, confirmed: true }))).code).toBe(
      'CONFLICT',
    )
    expect([shown.installed, s.installed]).toEqual([false, []])
    await client.hooks.install({ id, digest: (await client.hooks.plan({ id })).digest, confirmed: true })
    expect(s.installed).toHaveLength(1)
    s.store.threads.change(id, { trustedAt: null })
    expect((await refusal(client.hooks.plan({ id }))).message).toContain('not trusted')
  })
})
