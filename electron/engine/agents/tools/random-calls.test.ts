import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../shared/playbook/testing/heartbeat-fuzz.ts'
import { callTool } from '../../../machine/mcp/tools.ts'
import { TOOL_NAMES, type ToolName } from '../../../../shared/agents/tool-limits.ts'
import { toolsBench, WORK } from '../../testing/tools-bench.ts'

type Bench = ReturnType<typeof toolsBench>

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
describe(`random calls, seed ${seed}`, () => {
  /** Everything that decides what is executed, and by whom. */
  const authorityOf = (b: Bench): string =>
    JSON.stringify([
      b.store.threads.list(),
      b.store.threads
        .list()
        .map((t) => [
          [...b.store.permissions.approvals(t.id)],
          b.store.permissions.list(t.id),
          b.store.agents.session(t.id),
        ]),
      b.store.settings.values(),
      b.store.meta.get('pause'),
    ])

  it(
    'no tool changes agents, approvals, permissions, settings, pauses or trust, and none writes ' +
      'another repository',
    async () => {
      const random = randomFrom(seed)
      const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
      const b = toolsBench()
      const [own, other] = [b.add('own'), b.add('other')]
      b.add('untrusted', { trusted: false })
      b.store.threads.change(other, { agent: { kind: 'command', argv: ['true'], env: {} } })
      b.store.permissions.approve(
        own,
        { hash: 'a'.repeat(64), text: '`make test`', files: [] },
        b.clock.now(),
      )
      b.store.settings.change({ maxRuns: 3 })
      const before = authorityOf(b)
      const tools = [b.beat(own), b.session(own)]
      const TEXTS = [
        '',
        'x',
        'quick:run git status',
        'Run `git status`',
        '../other',
        '3',
        'other',
        '1',
        'db-1',
        'db-2',
        '(none)',
        '```',
        '<!--',
        '## Quick Tasks',
        '- [done] db-9: x',
        '\u202E',
        '\u0000',
        '$(id)',
        '`rm -rf .`',
        '__proto__',
        'constructor',
        'a\nb',
        'x'.repeat(1001),
        '2026-03-10',
        '\uD800',
      ]
      const value = (depth: number): unknown => {
        const r = random()
        if (r < 0.55 || depth > 3) return pick<unknown>([...TEXTS, true, false, null, 0, -1, 1e9, NaN])
        if (r < 0.75) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
        return Object.fromEntries(
          Array.from({ length: Math.floor(random() * 4) }, () => [
            pick([
              'do',
              'key',
              'to',
              'text',
              'on',
              'threadId',
              'agent',
              'argv',
              'trustedAt',
              'approved',
              'edits',
              'tasks',
              '__proto__',
            ]),
            value(depth + 1),
          ]),
        )
      }
      const text = (): string => pick(TEXTS)
      const edit = (): unknown =>
        pick<() => unknown>([
          () => ({ do: 'addTask', tier: pick(['quick', 'hourly', 'daily']), text: text() }),
          () => ({
            do: pick(['removeTask', 'tick', 'moveTask', 'rewordTask']),
            key: text(),
            on: random() < 0.5,
            to: 'daily',
            text: text(),
          }),
          () => ({ do: 'tick', key: 'quick:run git status', on: random() < 0.5 }),
          () => ({ do: pick(['addFlag', 'clearFlag', 'appendNote']), text: text() }),
          () => ({
            do: 'moveWork',
            id: text(),
            to: pick(['in-progress', 'done', 'failed', 'pending']),
            ...(random() < 0.3 && { by: 'engine', putBack: true }),
          }),
          () => value(0),
        ])()
      const shaped: Readonly<Record<ToolName, () => unknown>> = {
        heartbeat_read: () => ({}),
        heartbeat_write: () => ({ edits: Array.from({ length: 1 + Math.floor(random() * 3) }, edit) }),
        flag: () => ({ text: text(), on: random() < 0.5 }),
        report: () => ({
          status: 'ok',
          tasks: [{ key: text(), outcome: pick(['ok', 'finding', 'none']), evidence: text() }],
          alerts: [{ key: text(), severity: 'urgent', text: text(), state: 'gone' }],
          attachments: [text()],
        }),
        send_message: () => ({ to: text(), text: text() }),
        list_threads: () => ({}),
        query_knowledge_base: () => ({ query: text(), limit: pick([0, 1, 20, 21]) }),
        current_time: () => ({}),
        elapsed: () => ({ since: text() }),
        decide_suggestion: () => ({
          suggestion: pick([1, 2, 3]),
          decision: pick(['accept', 'decline']),
          text: text(),
          reason: text(),
        }),
        report_score: () => ({ score: pick([1, null, 'x']), title: text(), feedback: text() }),
        heartbeat_config: () => ({
          do: pick(['show', 'set', 'reset']),
          name: text(),
          every: pick([1, 0, 3]),
        }),
        write_reflection: () => ({ about: pick(['day', 'week', '']), text: text() }),
        dead_ends: () => ({
          do: pick(['list', 'claim', 'second', 'dispute']),
          number: pick([1, 2]),
          claim: text(),
          attempts: pick([[], [1], [1, 2]]),
        }),
        write_page: () => ({ title: text(), kind: pick(['note', 'skill', '']), text: text() }),
      }
      let allowed = 0
      for (let i = 0; i < 2000; i++) {
        for (const name of TOOL_NAMES)
          if ((await callTool(pick(tools), name, random() < 0.7 ? shaped[name]() : value(0))).ok) allowed++
        if (i % 25 === 0) b.files.set('/own', WORK)
      }
      expect(authorityOf(b)).toBe(before)
      expect([b.files.get('/other'), b.files.get('/untrusted')]).toEqual([WORK, WORK])
      expect([...b.files.keys()].sort()).toEqual(['/other', '/own', '/untrusted'])
      expect(allowed).toBeGreaterThan(5000) // the tools were really used
    },
  )
})
