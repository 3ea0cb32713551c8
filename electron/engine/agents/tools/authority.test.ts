import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { afterDeath } from '../../../../shared/runs/after-death.ts'
import { callTool } from '../../../machine/mcp/tools.ts'
import { TOOL_NAMES, type ToolName } from '../../../../shared/agents/tool-limits.ts'
import type { AgentTools } from '../../ports/agents.ts'
import { refusal, toolsBench, WORK } from '../../testing/tools-bench.ts'

type Bench = ReturnType<typeof toolsBench>

describe('the matrix of tool, token and thread', () => {
  const INPUT: Readonly<Record<ToolName, unknown>> = {
    heartbeat_read: {},
    heartbeat_write: { edits: [{ do: 'addTask', tier: 'quick', text: 'Look at the log' }] },
    report: {
      status: 'ok',
      tasks: [{ key: 'daily:flag stale branches', outcome: 'ok', evidence: 'none older than a month' }],
    },
    flag: { text: 'The certificate expires', on: true },
    send_message: { to: 'other', text: 'Cross-pollination suggestion' },
    list_threads: {},
    query_knowledge_base: { query: 'index' },
    current_time: {},
    elapsed: { since: '2026-03-10T07:00:00Z' },
    decide_suggestion: { suggestion: 1, decision: 'accept' },
    report_score: { score: 1, title: 'packed' },
    heartbeat_config: { do: 'set', name: 'pivot', every: 3 },
    write_reflection: { about: 'day', text: 'The index is rebuilt by hand.' },
    dead_ends: { do: 'claim', claim: 'Vectors do not work', attempts: [1] },
    write_page: { title: 'Vectors', kind: 'note', text: 'They align to 32 bytes.' },
  }
  const ALL = TOOL_NAMES
  /** What only a beat's prompt asks for. */
  const ASKED = ['decide_suggestion', 'write_reflection'] as const
  const without = (...names: readonly ToolName[]): readonly ToolName[] =>
    TOOL_NAMES.filter((n) => !names.includes(n))
  type Who = 'heartbeat' | 'message' | 'advice' | 'person'
  const as = (b: Bench, who: Who, id: ThreadId): AgentTools =>
    ({
      heartbeat: () => b.beat(id),
      message: () => b.talk(id),
      advice: () => b.advised(id, '3'),
      person: () => b.session(id),
    })[who]()

  it.each<[Who, string, (b: Bench, id: ThreadId) => void, readonly ToolName[]]>([
    ['heartbeat', 'its own thread', () => {}, ALL],
    ['message', 'its own thread', () => {}, without(...ASKED)],
    [
      'advice',
      'its own thread',
      () => {},
      without('send_message', ...ASKED, 'report_score', 'heartbeat_config', 'dead_ends', 'write_page'),
    ],
    ...(['heartbeat', 'message'] as const).map(
      (who): [Who, string, (b: Bench, id: ThreadId) => void, readonly ToolName[]] => [
        who,
        'the master’s own thread',
        (b, id) => b.store.threads.setMaster(id),
        who === 'heartbeat' ? ALL : without(...ASKED),
      ],
    ),
    ['person', 'its own thread', () => {}, without('report', ...ASKED, 'report_score')],
    [
      'heartbeat',
      'its own thread, tracked by git',
      (b) => b.tracked.add('/own'),
      without('heartbeat_write', 'flag', 'decide_suggestion'),
    ],
    ['message', 'its own thread, tracked by git', (b) => b.tracked.add('/own'), without(...ASKED)],
    [
      'person',
      'its own thread, tracked by git',
      (b) => b.tracked.add('/own'),
      without('report', ...ASKED, 'report_score'),
    ],
    [
      'heartbeat',
      'a folder that leads elsewhere',
      (b) => b.moved.set('/own', '/other'),
      without('heartbeat_read', 'heartbeat_write', 'flag', 'report', 'decide_suggestion'),
    ],
    ...(['heartbeat', 'message', 'advice', 'person'] as const).flatMap(
      (who): [Who, string, (b: Bench, id: ThreadId) => void, readonly ToolName[]][] => [
        [
          who,
          'a thread whose trust was taken back',
          (b, id) => b.store.threads.change(id, { trustedAt: null }),
          [],
        ],
        [who, 'a thread that was removed', (b, id) => b.store.threads.remove(id), []],
      ],
    ),
  ])('%s, %s: exactly the allowed tools', async (who, _what, change, allowed) => {
    const cells: ToolName[] = []
    for (const name of TOOL_NAMES) {
      const b = toolsBench()
      const own = b.add('own')
      b.add('other')
      b.suggest(own)
      b.measure(own)
      const tools = as(b, who, own)
      change(b, own)
      const other = b.files.get('/other')
      if ((await callTool(tools, name, INPUT[name])).ok) cells.push(name)
      expect(b.files.get('/other')).toBe(other) // nothing of another repository is ever written
    }
    expect(cells).toEqual(allowed)
  })

  it('another thread is reached by a message only, when it is trusted, and no argument names a caller', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const [other, untrusted, removed] = [
      b.add('other'),
      b.add('untrusted', { trusted: false }),
      b.add('removed'),
    ]
    const gone = b.number(removed)
    b.store.threads.remove(removed)
    const tools = b.beat(own)
    expect(
      [await tools.sendMessage(b.number(other), 'a'), await tools.sendMessage('other', 'b')].map((a) => a.ok),
    ).toEqual([true, true])
    expect(refusal(await tools.sendMessage(b.number(untrusted), 'c'))).toContain('not trusted')
    expect(refusal(await tools.sendMessage(gone, 'd'))).toContain('no thread')
    expect(refusal(await tools.sendMessage(b.number(own), 'e'))).toContain('does not wake itself')
    expect(refusal(await tools.sendMessage('own', 'e'))).toContain('does not wake itself')
    expect(refusal(await tools.sendMessage('OTHER', 'e'))).toContain('exact name')
    expect(b.store.queue.waiting().map((i) => [i.threadId, i.text, i.from])).toEqual([
      [other, 'a', b.number(own)],
      [other, 'b', b.number(own)],
    ])
    for (const name of TOOL_NAMES)
      for (const field of ['threadId', 'thread', 'from', 'runId', 'caller']) {
        const answer = await callTool(tools, name, { ...(INPUT[name] as object), [field]: other })
        expect([name, answer.ok]).toEqual([name, false])
      }
  })

  it('of two decisions at once about one suggestion the first stands, and the second is told so', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const suggestion = b.suggest(own)
    const tools = b.beat(own)
    const reason = 'x'
    const [first, second] = await Promise.all([
      tools.decideSuggestion({ suggestion, decision: 'decline', reason }),
      tools.decideSuggestion({ suggestion, decision: 'accept', reason }),
    ])
    expect([first.ok, second.ok, b.store.pollination.byNumber(suggestion)!.state]).toEqual([
      true,
      false,
      'declined',
    ])
    expect(b.text(own)).not.toContain('npm run lint')
  })

  it('a person who decides while the line of an agent is written has decided', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const suggestion = b.suggest(own)
    const tools = b.beat(own)
    b.onWrite(() => {
      const { tier, text } = b.store.pollination.byNumber(suggestion)!
      const no = { state: 'declined', tier, text, reason: '', by: 'person', at: 9 } as const
      b.store.pollination.decide(suggestion, no)
    })
    const late = await tools.decideSuggestion({ suggestion, decision: 'accept', reason: '' })
    expect(b.store.pollination.byNumber(suggestion)).toMatchObject({ state: 'declined', by: 'person' })
    expect(refusal(late)).toContain('decided otherwise meanwhile, and that stands. The line was written')
  })

  it('nothing is done for a run that has ended, not even what was on its way', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const run = b.begin(own, 'heartbeat')
    const tools = b.toolsFor({
      threadId: own,
      runId: run,
      origin: 'run',
      turn: 'quick',
      tracked: false,
      hops: 0,
      onlyOwnWords: true,
      suggestions: new Set(),
      asked: [],
    })
    const writing = tools.heartbeatWrite([{ do: 'appendNote', text: 'too late' }])
    b.store.runs.rescueOrphans(new Set(), afterDeath, b.clock.now())
    expect(refusal(await writing)).toContain('This run has ended')
    for (const name of TOOL_NAMES)
      expect(refusal(await callTool(tools, name, INPUT[name]))).toContain('This run has ended')
    expect(b.text(own)).toBe(WORK)
  })
})
