import { describe, expect, it } from 'vitest'
import { answerOf, refusal, toolsBench } from '../../testing/tools-bench.ts'

describe('report', () => {
  it('unites calls by key and refuses keys of no task, naming those there are', async () => {
    const b = toolsBench()
    const tools = b.beat(b.add('own'))
    const task = (key: string, evidence: string) => ({ key, outcome: 'ok' as const, evidence })
    expect(
      refusal(
        await tools.report({
          status: 'ok',
          tasks: [task('quick:invented', 'b')],
          alerts: [],
          attachments: [],
        }),
      ),
    ).toMatch(/no task has the key "quick:invented"\. Keys are: quick:run git status/)
    expect(tools.collected().report).toBeNull()
    await tools.report({
      status: 'ok',
      tasks: [task('quick:run git status', 'clean\u0007'), task('work:db-2', 'vacuumed')],
      alerts: [{ key: 'ci', severity: 'warning', text: 'CI is red', state: 'open' }],
      attachments: ['shots/a.png'],
    })
    await tools.report({
      status: 'attention',
      tasks: [task('Run `git status`', 'two files changed')],
      alerts: [{ key: 'ci', severity: 'urgent', text: 'CI is red on main', state: 'open' }],
      attachments: ['shots/a.png', 'b.txt'],
    })
    expect(tools.collected().report).toEqual({
      status: 'attention',
      tasks: [task('quick:run git status', 'two files changed'), task('work:db-2', 'vacuumed')],
      alerts: [{ key: 'ci', severity: 'urgent', text: 'CI is red on main', state: 'open' }],
      attachments: ['shots/a.png', 'b.txt'],
    })
  })

  it('takes what has a key it knows beside one that it does not, and no finding is lost', async () => {
    const b = toolsBench()
    const tools = b.beat(b.add('own'))
    const answer = await tools.report({
      status: 'attention',
      tasks: [
        { key: 'daily:flag stale branches: Flag stale branches', outcome: 'ok', evidence: 'none' },
        { key: 'quick:invented', outcome: 'ok', evidence: 'b' },
        { key: 'quick:also invented', outcome: 'finding', evidence: 'The disk is full' },
      ],
      alerts: [],
      attachments: [],
    })
    expect(answerOf(answer)).toMatch(
      /^Taken: 1 task, 1 alert, .* Not taken, report it again: no task has the key "quick:invented" \| "quick:also/,
    )
    expect(tools.collected().report).toMatchObject({
      tasks: [{ key: 'daily:flag stale branches', outcome: 'ok' }],
      alerts: [{ key: 'quick:also invented', severity: 'warning', text: 'The disk is full', state: 'open' }],
    })
  })

  it('still knows a task that the run has removed since', async () => {
    const b = toolsBench()
    const tools = b.beat(b.add('own'))
    await tools.heartbeatWrite([{ do: 'removeTask', key: 'daily:flag stale branches' }])
    expect(
      (
        await tools.report({
          status: 'ok',
          tasks: [{ key: 'daily:flag stale branches', outcome: 'skipped', evidence: 'no branches here' }],
          alerts: [],
          attachments: [],
        })
      ).ok,
    ).toBe(true)
  })

  it.each([
    '/etc/passwd',
    '../other/secret',
    'a/../../b',
    'C:\\secret',
    '\\\\host\\share',
    '~/.ssh/id',
    '',
    'a\nb',
    'x'.repeat(501),
    'a\\..\\..\\b',
  ])('refuses the attachment %j', async (path) => {
    const b = toolsBench()
    expect(
      refusal(
        await b.beat(b.add('own')).report({ status: 'ok', tasks: [], alerts: [], attachments: [path] }),
      ),
    ).toContain('no relative path')
  })

  it('refuses a file that is not there, while the agent can still mend it', async () => {
    const tools = toolsBench()
    const of = tools.beat(tools.add('own'))
    const attachments = ['a.png', 'gone.png']
    expect(refusal(await of.report({ status: 'ok', tasks: [], alerts: [], attachments }))).toContain(
      '"gone.png" is no file inside the repository; nothing of this report was taken',
    )
    expect(of.collected().report).toBeNull()
  })

  it('holds its limits over all calls of a run', async () => {
    const b = toolsBench()
    const tools = b.beat(b.add('own'))
    const alerts = (n: number, from: number) =>
      Array.from({ length: n }, (_, i) => ({
        key: `a${from + i}`,
        severity: 'notice' as const,
        text: 'x',
        state: 'open' as const,
      }))
    expect((await tools.report({ status: 'ok', tasks: [], alerts: alerts(15, 0), attachments: [] })).ok).toBe(
      true,
    )
    expect((await tools.report({ status: 'ok', tasks: [], alerts: alerts(6, 15), attachments: [] })).ok).toBe(
      false,
    )
    expect(tools.collected().report?.alerts).toHaveLength(15)
  })
})
