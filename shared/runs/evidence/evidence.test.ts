import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../agents/agent-turn.ts'
import { evidenceOf } from './evidence.ts'
import type { EvidenceFacts } from './facts.ts'
import { mayHaveWritten } from './writes.ts'
import { parse, taskKey } from '../../playbook/doc.ts'
import { seedText } from '../../playbook/templates/template.ts'
import { traceOf, reported, STATUS, turnOf, read, bash, reportOf, own } from '../testing/evidence-facts.ts'

describe('the agent’s word as the trace of a task', () => {
  const PROSE = 'Check that the CDN is warm'
  it('counts where no call can show the task: a report that says what was seen, or a tick', () => {
    expect(traceOf(PROSE, { report: reported(PROSE, 'ok', 'hit rate 98 %') })).toMatchObject({
      status: 'passed',
      note: 'hit rate 98 %',
    })
    expect(traceOf(PROSE, { ticked: new Set([taskKey('quick', PROSE)]) })).toMatchObject({
      status: 'passed',
      note: 'Ticked in the list.',
    })
    expect(traceOf(PROSE, { report: reported(PROSE, 'ok', ' ') })).toMatchObject({ status: 'untouched' })
    expect(traceOf(PROSE, {})).toMatchObject({ status: 'untouched', note: 'Left no trace.' })
  })
  it('does not count for a command where calls are shown and none ran it', () => {
    expect(traceOf(STATUS, { report: reported(STATUS, 'ok', 'clean') })).toMatchObject({
      status: 'untouched',
      note: 'No call shows it, only the agent’s word: clean',
    })
    expect(traceOf('Run `npm test`', { ticked: new Set([taskKey('quick', 'Run `npm test`')]) }).status).toBe(
      'untouched',
    )
  })
  it.each<readonly [string, EvidenceFacts['turn']]>([
    ['a plain command', null],
    ['a runner that shows none', turnOf()],
    ['a run with more calls than are kept', { calls: [read('README.md')], callCount: 500 }],
  ])('counts where the calls are not known: %s', (_, turn) => {
    expect(traceOf(STATUS, { turn, report: reported(STATUS, 'ok', 'clean') }).status).toBe('passed')
    expect(traceOf(STATUS, { turn }).status).toBe('untouched')
  })
  it('is believed at once when it is bad news', () => {
    expect(traceOf(STATUS, { report: reported(STATUS, 'finding', '3 files changed') })).toMatchObject({
      status: 'finding',
      severity: 'warning',
      note: '3 files changed',
    })
    expect(
      traceOf(STATUS, { turn: turnOf(bash('git status')), report: reported(STATUS, 'failed', 'no disk') }),
    ).toMatchObject({ status: 'failed', severity: null, note: 'no disk' })
    expect(
      traceOf(STATUS, { turn: turnOf(bash('git status')), report: reported(STATUS, 'skipped', 'no time') }),
    ).toMatchObject({ status: 'untouched', note: 'Skipped: no time' })
  })
  it('is found by the text of a task too', () =>
    expect(traceOf(PROSE, { report: reportOf({ key: PROSE, outcome: 'ok', evidence: 'warm' }) }).status).toBe(
      'passed',
    ))
})

describe('the rest', () => {
  it('settles work items through the list', () => {
    const tasks = ['a', 'b', 'c', 'd'].map((id) => ({
      key: `work:${id}`,
      tier: 'quick' as const,
      text: 'Rebuild the index',
    }))
    const traces = evidenceOf({
      tasks,
      turn: null,
      report: null,
      ticked: new Set(),
      work: new Map([
        ['a', 'done'],
        ['b', 'failed'],
        ['c', 'in-progress'],
      ]),
    })
    expect(traces.map((t) => t.status)).toEqual(['passed', 'finding', 'untouched', 'untouched'])
  })
  it('finds a trace of each task of the template after an honest run, and of none after a bare OK', () => {
    const tasks = parse(
      seedText({
        defaultBranch: 'main',
        remote: 'origin',
        hasGh: true,
        threadName: 'x',
        masterNumber: 1,
        bare: false,
      }),
    ).tasks
    const honest = turnOf(
      read('HEARTBEAT.md'),
      bash('git status --short && git fetch origin'),
      bash('git log HEAD..origin/main --oneline'),
      bash('gh pr list --state open && gh pr checks'),
      bash('git merge-tree --write-tree HEAD origin/main'),
      bash('git log --since="24 hours ago" --oneline'),
      bash('gh issue list'),
      bash('git for-each-ref refs/heads'),
      own('send_message'),
    )
    const facts = { tasks, report: null, ticked: new Set<string>(), work: new Map() }
    expect(evidenceOf({ ...facts, turn: honest }).filter((t) => t.status !== 'passed')).toEqual([])
    expect(evidenceOf({ ...facts, turn: turnOf() }).filter((t) => t.status !== 'untouched')).toEqual([])
  })
  it('says whether any call may have written', () => {
    const edit = (path: string): ToolCall => ({
      name: 'Edit',
      input: JSON.stringify({ file_path: path, new_string: 'HEARTBEAT.md' }),
      kind: 'write',
      exitCode: null,
      ok: true,
    })
    const other = (name: string): ToolCall => ({ name, input: '{}', kind: 'other', exitCode: null, ok: true })
    expect(
      [
        turnOf(),
        turnOf(
          read('a'),
          own('report'),
          bash('git status'),
          edit('/r/HEARTBEAT.md'),
          { ...edit('/r/a'), ok: false },
          other('TodoWrite'),
        ),
      ].map((turn) => mayHaveWritten(turn, [])),
    ).toEqual([false, false])
    expect(
      [
        null,
        turnOf(edit('/r/a.ts')),
        turnOf(bash('git commit -m x')),
        turnOf(other('Task')),
        { calls: [], callCount: 1 },
        turnOf(bash(`cat ${'a '.repeat(1000)}`)),
      ].map((turn) => mayHaveWritten(turn, [])),
    ).toEqual([true, true, true, true, true, true])
    const allowed = [
      'Bash(npm test)',
      'Edit(/docs/a.md)',
      'Edit(//tmp/b)',
      'write(x.md)',
      'WebFetch(domain:a.b)',
      'Task',
    ]
    const within = [bash('npm test'), edit('/r/docs/a.md'), edit('/tmp/b')]
    const beyond = [
      bash('npm test && rm a'),
      bash('npm tests'),
      edit('/r/a.md'),
      edit('/r/x.md'),
      edit('/b'),
      other('Task'),
    ]
    expect(mayHaveWritten(turnOf(...within), allowed)).toBe(false)
    expect(beyond.map((call) => mayHaveWritten(turnOf(...within, call), allowed))).toEqual(
      beyond.map(() => true),
    )
  })
})
