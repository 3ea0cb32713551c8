import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { knowMakeLint, MAKE_LINT } from '../testing/make-lint.ts'
import { oneThread, openAlerts } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'
import type { Scripted } from '../testing/world/world.ts'

describe('a new task', () => {
  const added = async (command: {
    durationMs?: number
    status?: 'passed' | 'failed'
    exitCode?: number | null
    writes?: boolean
  }): Promise<{ s: Scenario; id: ThreadId }> => {
    const { s, id } = await oneThread({ agent: false })
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace('\n', '\n- [ ] Run `make lint`\n'))
    knowMakeLint(s)
    s.store.permissions.approve(id, MAKE_LINT, 1)
    s.script = (spec): Scripted => {
      if (command.writes === true)
        s.looks.set('/api', {
          head: 'c0ffee main',
          index: '',
          branches: {},
          stashes: [],
          files: { 'out.txt': '1' },
          config: '',
        })
      return {
        tasks: spec.tasks.map(
          (t): TaskResult => ({
            key: t.key,
            tier: t.tier,
            text: t.text,
            status: t.text.includes('make') ? (command.status ?? 'passed') : 'passed',
            note: 'not found: make',
            severity: null,
            command: ['make', 'lint'],
            exitCode: command.exitCode === undefined ? 0 : command.exitCode,
            durationMs: t.text.includes('make') ? (command.durationMs ?? 1) : 1,
            output: '',
          }),
        ),
      }
    }
    await s.clock.advance(8 * MINUTE)
    return { s, id }
  }

  it('that is too slow for its tier is moved, with a note and a notice', async () => {
    const { s } = await added({ durationMs: MINUTE })
    expect(s.files.get('/api')).toMatch(
      /## Hourly Tasks[^]*make lint[^]*## Notes[^]*too long for quick; moved to hourly/,
    )
    expect(openAlerts(s)).toEqual([expect.stringContaining('it was moved to hourly')])
  })

  it('whose command is missing is told', async () => {
    const { s } = await added({ status: 'failed', exitCode: null })
    expect(openAlerts(s).join('\n')).toContain('could not be run at its first try: not found: make')
    expect(s.files.get('/api')).toContain('could not be run at its first try')
  })

  it('found by a user: that ran while the repository changed is told once, blames nobody, and stays approved', async () => {
    const { s, id } = await added({ writes: true })
    expect(openAlerts(s)).toEqual([
      expect.stringMatching(
        /^While "Run `make lint`" ran for the first time since it was added, the repository changed: /,
      ),
    ])
    expect(s.store.permissions.approvals(id).has('h')).toBe(true)
    expect(s.files.get('/api')).not.toContain('working tree')
  })

  it(
    'that does well is like the others from then on, and one of a slower tier is tried at the next ' +
      'beat already',
    async () => {
      const { s, id } = await added({})
      expect(openAlerts(s)).toEqual([])
      s.files.set('/api', `${s.files.get('/api')!}## Daily Tasks\n- [ ] Count the branches\n`)
      await s.clock.advance(8 * MINUTE)
      const worked = (): readonly string[] =>
        s.store.runs.detail(s.runs(id).at(-1)!.id)!.tasks.map((t) => t.text)
      expect(worked()).toContain('Count the branches')
      await s.clock.advance(8 * MINUTE)
      expect(worked()).not.toContain('Count the branches')
    },
  )
})
