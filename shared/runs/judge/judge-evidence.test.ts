import { describe, expect, it } from 'vitest'
import type { AgentTurn, Report, ReportedAlert } from '../../agents/agent-turn.ts'
import { task, agent, withFlags, local } from '../testing/judge-facts.ts'

describe('judging what an agent left behind', () => {
  const report = (more: Partial<Report> = {}): Report => ({
    status: 'ok',
    tasks: [],
    alerts: [],
    attachments: [],
    ...more,
  })
  const alert = (key: string, more: Partial<ReportedAlert> = {}): ReportedAlert => ({
    key,
    severity: 'warning',
    text: `${key} text`,
    state: 'open',
    ...more,
  })
  const evidence = [task('passed'), task('untouched'), task('untouched', { key: 'quick:b', text: 'Check b' })]
  const proven = [task('passed')]

  it('is quiet when each due task left a trace, and clears what was raised under it', () => {
    expect(agent('HEARTBEAT_OK', { evidence: proven })).toMatchObject({
      outcome: 'quiet',
      summary: 'Nothing needs attention.',
      raised: [],
      cleared: expect.arrayContaining(['quick:passed', 'text', 'unproven']),
    })
  })
  it('is unproven when it says OK and a due task left none; the tiers are done all the same', () => {
    for (const text of ['HEARTBEAT_OK', '']) {
      expect(agent(text, { evidence })).toMatchObject({
        outcome: 'unproven',
        summary: 'Said OK, but 2 of 3 tasks left no trace: Check untouched',
        raised: [],
        stamps: ['quick'],
        fault: null,
      })
    }
    const { cleared } = agent('', { evidence, openKeys: ['quick:untouched'] })
    expect(cleared).toContain('quick:passed')
    for (const key of ['unproven', 'text', 'quick:b']) expect(cleared).not.toContain(key)
  })
  it('is never quiet when tasks were due and nothing at all was done', () =>
    expect(agent('', { evidence: [task('untouched')] }).outcome).toBe('unproven'))
  it('asks for no evidence where no task was due', () =>
    expect(agent('HEARTBEAT_OK', { evidence: [] }).outcome).toBe('quiet'))
  it('is unproven when a command failed and nothing was said of it', () => {
    expect(
      agent('HEARTBEAT_OK', {
        evidence: [
          task('failed', {
            exitCode: 1,
            note: '`npm test` ended with exit code 1, and nothing was said of it.',
          }),
        ],
      }),
    ).toMatchObject({ outcome: 'unproven', summary: 'Said OK, but `npm test` ended with exit code 1.' })
  })
  it('raises an alert the second time in a row, and not when the permission is what is missing', () => {
    expect(agent('HEARTBEAT_OK', { evidence, unprovenBefore: true })).toMatchObject({
      outcome: 'unproven',
      raised: [
        {
          key: 'unproven',
          severity: 'warning',
          text: 'Twice in a row: Said OK, but 2 of 3 tasks left no trace: Check untouched',
        },
      ],
    })
    expect(agent('HEARTBEAT_OK', { evidence: proven, unprovenBefore: true }).raised).toEqual([])
    expect(
      agent('HEARTBEAT_OK', {
        evidence,
        unprovenBefore: true,
        refused: [{ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }],
      }),
    ).toMatchObject({ outcome: 'blocked', raised: [{ key: 'permission' }] })
  })
  it('tells a text although tasks were left out: that is no OK', () =>
    expect(agent('CI is red', { evidence, unprovenBefore: true })).toMatchObject({
      outcome: 'alert',
      raised: [{ key: null, text: 'CI is red' }],
    }))

  it('raises reported alerts under their own names, without the text a second time', () => {
    const told = agent('CI is red and the disk is full', {
      evidence: proven,
      report: report({
        status: 'attention',
        alerts: [alert('ci'), alert('disk', { severity: 'urgent' }), alert('old', { state: 'gone' })],
      }),
    })
    expect(told).toMatchObject({
      outcome: 'urgent',
      raised: [
        { key: 'report:ci', severity: 'warning', text: 'ci text' },
        { key: 'report:disk', severity: 'urgent' },
      ],
    })
    expect(told.cleared).toContain('report:old')
    expect(told.raised).toHaveLength(2)
    expect(
      agent('HEARTBEAT_OK', { evidence: proven, report: report({ alerts: [alert('ci')] }) }),
    ).toMatchObject({ outcome: 'alert', summary: 'ci text' })
  })
  it('tells the text when the report only says what is gone', () =>
    expect(
      agent('CI is red', { report: report({ alerts: [alert('ci', { state: 'gone' })] }) }),
    ).toMatchObject({
      outcome: 'alert',
      raised: [{ key: null }],
      cleared: expect.arrayContaining(['report:ci']),
    }))
  it('raises findings under their tasks, whatever the reply and the status say', () => {
    for (const text of ['HEARTBEAT_OK', 'See the report.']) {
      expect(
        agent(text, {
          evidence: [task('finding')],
          report: report({ tasks: [{ key: 'quick:finding', outcome: 'finding', evidence: 'x' }] }),
        }),
      ).toMatchObject({
        outcome: 'alert',
        raised: [{ key: 'quick:finding', severity: 'warning', text: 'Finding note' }],
      })
    }
    const failed = agent('HEARTBEAT_OK', {
      evidence: [task('failed')],
      report: report({ tasks: [{ key: 'quick:failed', outcome: 'failed', evidence: 'x' }] }),
    })
    expect(failed).toMatchObject({
      outcome: 'alert',
      raised: [{ key: 'quick:failed' }],
      fault: null,
      stamps: ['quick'],
    })
  })
  it('tells that attention is asked for, although nothing is named', () => {
    expect(
      agent('HEARTBEAT_OK', { evidence: proven, report: report({ status: 'attention' }) }),
    ).toMatchObject({ outcome: 'alert', raised: [{ key: 'report:attention' }] })
    expect(agent('HEARTBEAT_OK', { evidence: proven, report: report() }).cleared).toContain(
      'report:attention',
    )
  })
  it('needs permission when a call was refused that nobody decided about', () => {
    const refused = [
      { rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true },
      { rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true },
      { rule: 'Edit(a)', label: 'edit a', allowable: true },
    ]
    expect(agent('HEARTBEAT_OK', { evidence, refused })).toMatchObject({
      outcome: 'blocked',
      raised: [
        {
          key: 'permission',
          severity: 'warning',
          text: 'Needs your permission to run `npm test` (and 1 more)',
        },
      ],
      stamps: ['quick'],
    })
    expect(agent('x', { refused, doc: withFlags('leak') }).outcome).toBe('urgent')
  })
  it('raises what a look-only run changed, also when it failed or was stopped', () => {
    const wrote: Pick<AgentTurn, 'calls' | 'callCount'> = {
      calls: [{ name: 'Bash', input: 'git commit -m x', kind: 'command', exitCode: 0, ok: true }],
      callCount: 1,
    }
    const expected = [
      {
        key: 'touched',
        severity: 'warning',
        text: 'Changed the repository during a look-only run: HEAD moved',
      },
    ]
    expect(agent('HEARTBEAT_OK', { evidence: proven, turn: wrote, touched: 'HEAD moved' })).toMatchObject({
      outcome: 'alert',
      raised: expected,
      summary: expected[0]!.text,
    })
    const untraced = [{ ...proven[0]!, status: 'untouched' as const }]
    for (const unprovenBefore of [false, true])
      expect(
        agent('HEARTBEAT_OK', {
          evidence: untraced,
          turn: wrote,
          touched: 'HEAD moved',
          unprovenBefore,
        }),
      ).toMatchObject({ outcome: 'alert', summary: expected[0]!.text })
    for (const status of ['failed', 'stopped'] as const)
      expect(
        agent('', { result: { status, fault: null, text: '', tasks: [] }, turn: null, touched: 'HEAD moved' })
          .raised,
      ).toEqual(expected)
    const looked = agent('HEARTBEAT_OK', {
      evidence: proven,
      turn: { calls: [], callCount: 0 },
      touched: 'HEAD moved',
    })
    expect(looked.raised).toEqual([
      {
        key: 'touched:meanwhile',
        severity: 'notice',
        text: 'The repository changed while a look-only run was on; none of its tool calls wrote: HEAD moved',
      },
    ])
    expect(agent('HEARTBEAT_OK', { evidence: proven }).cleared).toContain('touched:meanwhile')
  })
  it('keeps what was reported before the runner failed', () => {
    expect(
      agent('', {
        result: { status: 'failed', fault: null, text: '', tasks: [] },
        report: report({ alerts: [alert('leak', { severity: 'urgent' })] }),
      }),
    ).toMatchObject({ outcome: 'urgent', stamps: [], raised: [{ key: 'report:leak' }] })
  })
  it('never clears what it raises', () => {
    const { raised, cleared } = agent('', {
      evidence: [task('passed', { key: 'quick:x' })],
      report: report({ alerts: [alert('a'), alert('a', { state: 'gone' })] }),
      touched: 'x',
      turn: { calls: [], callCount: 0 },
    })
    expect(cleared.filter((key) => raised.some((r) => r.key === key))).toEqual([])
  })
  it('leaves nothing of an agent open under local checks', () =>
    expect(local([task('passed')], { openKeys: ['report:ci'] }).cleared).toEqual(
      expect.arrayContaining(['report:ci', 'unproven', 'permission', 'text']),
    ))
})
