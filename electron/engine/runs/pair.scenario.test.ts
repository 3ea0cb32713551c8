import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { knowMakeLint, MAKE_LINT } from '../testing/make-lint.ts'
import { outcomes } from '../testing/scenario.ts'
import { CLAUDE, TEMPLATE, TURN, withAgent } from '../testing/with-agent.ts'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n## Hourly Tasks\n- [ ] Run `git fetch origin`\n'
const RED = { status: 'finding', severity: 'warning', note: 'CI is red on #7' } as const

describe('a beat of a thread with an agent', () => {
  it('works the lines that the app knows without an agent, and says so', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, LIST)
    await s.clock.advance(3 * HOUR)
    expect(s.starts).toEqual([])
    expect(new Set(outcomes(s, id))).toEqual(new Set(['quiet']))
    expect(s.runs(id).at(-1)!.summary).toMatch(/^\d checks? passed\. No agent was needed\.$/)
    expect(s.views.snapshot().fleet.spend).toMatchObject({ starts: 0, startsSaved: s.runs(id).length })
    expect(s.files.get('/api')).toMatch(/\[x\] Run `git status`/)
  })

  it('needs no agent for the template but once a day', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, TEMPLATE)
    await s.clock.advance(25 * HOUR)
    expect(s.starts).toHaveLength(2)
    expect(new Set(outcomes(s, id))).toEqual(new Set(['quiet']))
    expect(s.starts[0]!.prompt).toContain(
      'These lines are yours, each with its key; work all of them:\n> daily:',
    )
  })

  it('gives the agent only what is left, and its own evidence counts for that alone', async () => {
    const list = `${LIST}## Daily Tasks\n- [ ] Is the CDN warm?\n`
    const tasks: string[][] = []
    const { s, id } = await withAgent(
      (spec) => {
        tasks.push(spec.tasks.map((t) => t.text))
        return { turn: TURN }
      },
      CLAUDE,
      list,
    )
    await s.clock.advance(9 * MINUTE)
    expect(tasks).toEqual([['Is the CDN warm?']])
    const { prompt } = s.starts[0]!
    expect(prompt).toContain('> Run `git status` → passed')
    expect(prompt).toMatch(/> daily:[^\n]*: Is the CDN warm\?/)
    expect(s.store.runs.detail(s.runs(id)[0]!.id)!.tasks.map((t) => [t.text, t.status])).toEqual([
      ['Run `git status`', 'passed'],
      ['Run `git fetch origin`', 'passed'],
      ['Is the CDN warm?', 'passed'],
    ])
  })

  it('leaves a line to the agent where more stands below it', async () => {
    const list = '## Quick Tasks\n- [ ] Run `git status`\n  and say who should commit what\n'
    const { s } = await withAgent(undefined, CLAUDE, list)
    await s.clock.advance(9 * MINUTE)
    expect(s.starts[0]!.prompt).toContain('Run `git status` (more stands below it in HEARTBEAT.md)')
  })

  it('shows a finding to the agent once, and keeps it until the app sees it gone', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, LIST)
    s.checks = (task) => (task.text.includes('status') ? RED : {})
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toHaveLength(1)
    expect(s.starts[0]!.prompt).toContain('> Run `git status` → FOUND: CI is red on #7')
    expect(new Set(outcomes(s, id))).toEqual(new Set(['alert']))
    expect(s.notices.map((n) => n.body)).toEqual(['CI is red on #7'])
    s.checks = () => ({})
    await s.clock.advance(8 * MINUTE)
    expect(outcomes(s, id).at(-1)).toBe('quiet')
    expect(s.store.threads.facts(id).alerts).toEqual([])
  })

  it('shows a missing program to the agent once, too', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, '## Quick Tasks\n- [ ] Run `./a.sh`\n')
    s.checks = () => ({ ...RED, note: '`./a.sh` was approved and is not there', command: null })
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toHaveLength(1)
    const [alert] = s.store.threads.facts(id).alerts
    expect(alert!.key).toMatch(/^program:quick:/)
    s.checks = () => ({ status: 'needs_approval', note: '`./a.sh` is not approved', command: ['./a.sh'] })
    await s.clock.advance(9 * MINUTE)
    expect(s.store.threads.facts(id).alerts, 'it is there').toEqual([])
    expect(s.views.snapshot().threads[0]!.last?.outcome).toBe('blocked')
  })

  it('tells what the app found also where the agent then fails or says that all is well', async () => {
    const { s, id } = await withAgent(
      () => ({ status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'it fell over' } }),
      CLAUDE,
      LIST,
    )
    s.checks = (task) => (task.text.includes('status') ? RED : {})
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('broken')
    expect(s.store.threads.facts(id).alerts.map((a) => a.text)).toContain('CI is red on #7')
  })

  it('keeps a line that its agent did not work unproven over the beats without an agent', async () => {
    const list = `${LIST}## Daily Tasks\n- [ ] Is the CDN warm?\n`
    const { s, id } = await withAgent(() => ({ turn: TURN, silent: true }), CLAUDE, list)
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven'])
    await s.clock.advance(2 * HOUR)
    const standing = () => s.store.threads.facts(id).alerts.map((a) => [a.key, a.severity])
    expect([outcomes(s, id).at(-1), standing()]).toEqual(['quiet', [['unproven', 'notice']]])
    expect(s.views.snapshot().fleet.verdict.headline).not.toBe('All quiet.')
    await s.clock.advance(23 * HOUR)
    expect(standing()).toEqual([['unproven', 'warning']])
    s.script = () => ({ turn: TURN })
    await s.clock.advance(24 * HOUR)
    expect(standing()).toEqual([])
  })

  it('takes no approval back for what its agent wrote after the new command had run', async () => {
    const { s, id } = await withAgent(undefined, { ...CLAUDE, profiles: { quick: 'full' } }, LIST)
    await s.clock.advance(9 * MINUTE)
    knowMakeLint(s)
    s.store.permissions.approve(id, MAKE_LINT, 1)
    s.checks = (t) => (t.text.includes('make') ? { status: 'passed', command: ['make', 'lint'] } : {})
    const files = { 'src/a.ts': 'edited' }
    s.script = () => {
      s.looks.set('/api', { head: 'c0ffee main', index: '', branches: {}, stashes: [], files, config: '' })
      return { turn: TURN }
    }
    const added = '\n- [ ] Run `make lint`\n- [ ] Is the CDN warm?\n'
    s.files.set('/api', s.files.get('/api')!.replace('\n- [', `${added}- [`))
    await s.clock.advance(8 * MINUTE)
    expect(s.starts).toHaveLength(1)
    expect([s.store.permissions.approvals(id).size, s.store.threads.facts(id).alerts]).toEqual([1, []])
  })

  it('hands a notice and a flag to the person alone', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, `## Urgent Flags\n- prod is down\n${LIST}`)
    s.checks = () => ({ ...RED, severity: 'notice' })
    await s.clock.advance(20 * MINUTE)
    expect(s.starts).toEqual([])
    expect(outcomes(s, id)[0]).toBe('urgent')
  })

  it('starts the agent for events, and counts none as told to it that no agent was given', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, LIST)
    await s.clock.advance(9 * MINUTE)
    s.engine.machineNews.add('resume', HOUR)
    await s.clock.advance(8 * MINUTE)
    expect([s.starts.length, s.store.events.waiting(id).events.length]).toEqual([0, 1])
    s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'now' })
    await s.clock.advance(MINUTE)
    expect(s.starts).toHaveLength(1)
    expect(s.starts[0]!.prompt).toContain('The build is red')
    expect(s.store.events.waiting(id).events).toEqual([])
  })

  it('starts no agent for a fact of a source that wakes nobody: it stands in the next prompt', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, LIST)
    for (const source of ['git', 'playbook', 'hook'] as const)
      s.engine.events.add(id, { source, text: `new in ${source}`, trusted: true, wake: 'next' })
    await s.clock.advance(2 * HOUR)
    expect([s.starts.length, s.store.events.waiting(id).events.length]).toEqual([0, 3])
    s.store.threads.change(id, { sources: { git: 'now' } })
    s.engine.events.add(id, { source: 'git', text: 'a commit', trusted: true, wake: 'next' })
    await s.clock.advance(MINUTE)
    expect(s.starts).toHaveLength(1)
    for (const text of ['new in git', 'new in playbook', 'new in hook', 'a commit'])
      expect(s.starts[0]!.prompt).toContain(text)
    expect(s.store.events.waiting(id).events).toEqual([])
  })

  it('answers a person who asks for a beat without starting an agent for nothing, and asks no second time', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, LIST)
    s.engine.wake(id, 'manual', 'hourly')
    s.engine.tick()
    await s.clock.settle()
    expect([s.starts, outcomes(s, id)]).toEqual([[], ['quiet']])
    await s.clock.advance(20 * MINUTE)
    expect(s.runs(id).filter((r) => r.reasons.includes('manual'))).toHaveLength(1)
  })

  it('works a repository that git cannot read with no agent', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, `${LIST}- [ ] Is the CDN warm?\n`)
    s.appFault = { code: 'git.failed', message: 'the index is broken' }
    await s.clock.advance(9 * MINUTE)
    expect([s.starts, s.runs(id).at(-1)!.outcome]).toEqual([[], 'broken'])
  })
})
