import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

type Status = 'passed' | 'needs_agent' | 'untouched'

/** The first beat of a thread with local checks, of whose lines this becomes. */
async function beatOf(statuses: readonly Status[]) {
  const lines = statuses.map((_, at) => `- [ ] Line ${at}\n`).join('')
  const s = await scenario({
    script: ({ tasks }) => ({
      tasks: tasks.map(({ key, tier, text }, at) => ({
        key,
        tier,
        text,
        status: statuses[at]!,
        note: statuses[at] === 'untouched' ? 'gh is not installed' : '',
        severity: null,
        command: null,
        exitCode: null,
        output: '',
        durationMs: 1,
      })),
    }),
  })
  const id = s.add('api', { playbook: `## Quick Tasks\n${lines}` })
  await s.clock.advance(9 * MINUTE)
  const { quick } = s.store.threads.get(id)!.tiers
  const { fleet, threads } = s.views.snapshot()
  return {
    run: s.runs(id)[0]!,
    state: threads[0]!.state,
    verdict: fleet.verdict,
    isStamped: quick.lastDoneAt !== null,
  }
}

it.each([
  ['only an agent can work', 'needs_agent', 'without an agent'],
  ['could not be looked at', 'untouched', 'gh is not installed'],
] as const)(
  'a list of lines that %s is not counted as checked, and its tier stays due',
  async (_, status, why) => {
    const { run, state, verdict, isStamped } = await beatOf([status])
    expect([run.outcome, run.skipReason, isStamped]).toEqual(['skipped', 'nothing_checked', false])
    expect(run.summary).toContain(why)
    expect(verdict.headline).not.toBe('All quiet.')
    expect(state).toBe('idle')
    expect(verdict.rest).toContain('1 with nothing checked.')
  },
)

it('one line that is checked makes a check', async () => {
  const { run, verdict, isStamped } = await beatOf(['passed', 'needs_agent'])
  expect([run.outcome, isStamped, verdict.headline]).toEqual(['quiet', true, 'All quiet.'])
})
