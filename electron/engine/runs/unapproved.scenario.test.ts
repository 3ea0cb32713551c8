import { expect, it } from 'vitest'
import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { knowMakeLint, MAKE_LINT } from '../testing/make-lint.ts'
import { outcomes, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Run `make lint`\n'

/** A thread with an agent whose list has a command that nobody has approved. */
async function bench(agent: CliConfig = CLAUDE, list = LIST) {
  const { s, id } = await withAgent(() => ({ turn: TURN }), agent, list)
  knowMakeLint(s)
  s.checks = ({ text }) =>
    text.includes('make lint') && s.store.permissions.approvals(id).size === 0
      ? { status: 'needs_approval', note: '`make lint` is not approved' }
      : { status: 'passed' }
  await s.documents.refresh(id)
  return { s, id }
}

const shown = (s: Scenario) => {
  const { approvalsWanted, state, because } = s.views.snapshot().threads[0]!
  return [approvalsWanted, state, because]
}

it('a command that nobody approved waits for the person where the agent may only look, and starts no agent', async () => {
  const { s, id } = await bench()
  expect(shown(s).slice(0, 2)).toEqual([1, 'blocked'])
  const ahead = await s.foresight.dryRun(s.store.threads.get(id)!, null)
  expect([ahead.because, ahead.prompt]).toEqual([
    'Threadbeat would work 1 task of quick, hourly, daily by itself; 1 command would wait for your approval; ' +
      'Claude Code would start only for what is found.',
    null,
  ])
  await s.clock.advance(9 * MINUTE)
  expect([s.starts, outcomes(s, id)]).toEqual([[], ['blocked']])
  expect(shown(s)).toEqual([1, 'blocked', '1 command waits for your approval.'])
  s.store.permissions.approve(id, MAKE_LINT, s.clock.now())
  await s.clock.advance(9 * MINUTE)
  expect([s.starts, outcomes(s, id).at(-1)]).toEqual([[], 'quiet'])
  expect(shown(s)).toEqual([0, 'quiet', '2 checks passed. No agent was needed.'])
})

it('an agent that is started for other lines is told that the command waits for the person', async () => {
  const { s, id } = await bench(CLAUDE, `${LIST}- [ ] Is the CDN warm?\n`)
  const usual = s.checks
  s.checks = (task, repoPath) =>
    task.text.includes('CDN') ? { status: 'needs_agent' } : usual(task, repoPath)
  await s.clock.advance(9 * MINUTE)
  expect(s.starts).toHaveLength(1)
  expect(s.starts[0]!.prompt).toContain('> Run `make lint` → waits for the person to approve it')
  expect(s.starts[0]!.prompt).not.toMatch(/> quick:[^\n]*make lint/)
  expect(outcomes(s, id)).toEqual(['blocked'])
})

it('an agent with more rights gets it, and nobody is asked', async () => {
  const { s } = await bench({ ...CLAUDE, profiles: { quick: 'full', hourly: 'full', daily: 'full' } })
  expect(shown(s)[0]).toBe(0)
  await s.clock.advance(9 * MINUTE)
  expect(s.starts[0]!.prompt).toMatch(/> quick:[^\n]*: Run `make lint`/)
})

it('a command in a line with more below it is the agent’s, and needs no approval', async () => {
  const { s } = await bench(CLAUDE, '## Quick Tasks\n- [ ] Run `make lint`\n  and say what it means\n')
  expect(shown(s)[0]).toBe(0)
})

it('a dry run of local checks counts neither a command that nobody approved nor a line for an agent as worked', async () => {
  const s = await scenario()
  knowMakeLint(s)
  const id = s.add('api', { playbook: `${LIST}- [ ] Is the CDN warm?\n` })
  await s.documents.refresh(id)
  const { because } = await s.foresight.dryRun(s.store.threads.get(id)!, null)
  expect(because).toBe(
    'Local checks would work 1 task of quick, hourly, daily; 1 command would wait for your approval; ' +
      '1 task would wait for an agent.',
  )
})

it('found by a user: a dry run does not leave to an agent what has no program here, and says so', async () => {
  const s = await scenario()
  const command = 'nosuchprog --x'
  s.missingProgram = ({ text }) =>
    text.includes(command) ? { command, program: 'nosuchprog', isThere: false } : null
  const id = s.add('api', {
    playbook: `## Quick Tasks\n- [ ] Run \`git status\`\n- [ ] Run \`${command}\`\n`,
  })
  await s.documents.refresh(id)
  expect((await s.foresight.dryRun(s.store.threads.get(id)!, null)).because).toBe(
    'Local checks would work 1 task of quick, hourly, daily; the program of 1 command is not found here.',
  )
})
