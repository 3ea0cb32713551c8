import { newMetric } from '../../../shared/attempts/metric.ts'
import { actionFilesInMemory } from './world/action-files.ts'
import { createDesk } from '../attempts/desk.ts'
import { createHash } from 'node:crypto'
import type { Turn } from '../../../shared/agents/agent-config.ts'
import { fault } from '../../../shared/base/faults.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createStore } from '../../store/store.ts'
import { readyInMemory } from '../../store/testing/ready-in-memory.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import { createAgentTools } from '../agents/agent-tools.ts'
import type { ToolCaller } from '../agents/tools/caller.ts'
import { createDocuments } from '../playbook/documents.ts'
import type { Ports } from '../ports/ports.ts'
import type { ToolAnswer } from '../ports/agents.ts'
import { PLAYBOOK } from './scenario.ts'
import { virtualClock } from './virtual-clock.ts'

export const WORK = PLAYBOOK.replace(
  '## Notes\n',
  '## Work Queue\n- [pending] db-1: Rebuild the index\n- [in-progress] db-2: Vacuum\n- [failed] db-3: ' +
    'Restore\n\n## Notes\n- the build needs an hour\n',
)
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const ATTEMPT = {
  team: 'own',
  run: 1,
  score: 5,
  class: 'real',
  standing: 'best',
  title: '',
  feedback: '',
  commit: null,
  session: null,
} as const

/** The real history and the real tools over files in memory; runs are claimed, not worked. */
export function toolsBench() {
  const clock = virtualClock(Date.UTC(2026, 2, 10, 8), 'Europe/Berlin')
  const files = new Map<string, string>()
  const tracked = new Set<string>()
  const moved = new Map<string, string>()
  let serial = 0
  const ids = <T extends string>(prefix: string): T => `${prefix}_${String(serial++).padStart(8, '0')}` as T
  const opened = openDatabase(':memory:', readyInMemory())
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, ids, settingsInMemory())
  const b = {
    clock,
    files,
    tracked,
    moved,
    store,
    /** What is suggested holds as it was proposed. */
    advice: {
      held: async (_id: ThreadId, number: number) => store.pollination.byNumber(number),
      settle: async () => {},
    },
    /** Called between the reading of a file and its writing. */
    meanwhile: (): void => {},
  }
  const ports = {
    clock,
    ids,
    log: () => {},
    actionFiles: actionFilesInMemory(),
    files: {
      read: async (path: string) => {
        const text = files.get(path)
        return text === undefined
          ? err(fault('file.missing', `${path} has no HEARTBEAT.md`))
          : ok({ text, version: hash(text), encoding: 'utf-8' as const })
      },
      write: async (path: string, text: string, expected: string | null) => {
        b.meanwhile()
        if (hash(files.get(path) ?? '') !== expected) return err(fault('file.conflict', 'changed meanwhile'))
        files.set(path, text)
        return ok(hash(text))
      },
      watch: () => () => {},
      remove: async () => ok(null),
      sweep: async () => {},
    },
    repositories: {
      identify: async (path: string) =>
        ok({ realPath: moved.get(path) ?? path, name: path.slice(1), fileId: null }),
      isTracked: async (path: string) => ok(tracked.has(path)),
      listCommands: async () => [],
      missingPrograms: async () => [],
      commandsByLine: async (_repo: string, tasks: readonly unknown[]) => ({
        commands: tasks.map(() => null),
        leftOut: null,
      }),
      attachment: async (_repo: string, path: string) => (path.includes('gone') ? null : { path, bytes: 7 }),
    },
  } as unknown as Ports
  const documents = createDocuments(ports, store)
  const add = (name: string, { trusted = true, playbook = WORK } = {}): ThreadId => {
    files.set(`/${name}`, playbook)
    const id = ids<ThreadId>('thr')
    store.threads.add({
      id,
      name,
      repoPath: `/${name}`,
      intervalMs: 8 * MINUTE,
      trustedAt: trusted ? clock.now() : null,
      createdAt: clock.now(),
    })
    return id
  }
  const callerOf = (threadId: ThreadId, runId: RunId | null, turn: Turn | null, hops = 0): ToolCaller => ({
    threadId,
    runId,
    origin: runId === null ? 'person' : 'run',
    turn,
    tracked: false,
    hops,
    onlyOwnWords: true,
    asked: turn === null || turn === 'message' ? [] : ['reflect'],
    suggestions: new Set(store.pollination.open().map(({ number }) => number)),
  })
  const begin = (id: ThreadId, kind: 'heartbeat' | 'message', from = 'user'): RunId => {
    if (kind === 'message') store.queue.sendMessage(id, 'please look', from, clock.now())
    else
      store.queue.requestBeat(
        {
          threadId: id,
          reasons: ['manual'],
          tier: null,
          withDue: true,
          dueTier: 'quick',
          notBefore: clock.now(),
        },
        clock.now(),
      )
    return store.queue.claim(
      (items) => items.find((i) => i.threadId === id) ?? null,
      () => 'Agent',
      () => true,
      clock.now(),
    )!.id
  }
  const desk = createDesk({ ports, store, environment: {} })
  const toolsFor = (caller: ToolCaller) =>
    createAgentTools({
      ports,
      store,
      documents,
      environment: {},
      advice: b.advice,
      desk,
      onScores: () => Promise.resolve(),
      caller,
    })
  return {
    ...b,
    onWrite: (fn: () => void) => void (b.meanwhile = fn),
    add,
    begin,
    /** Its agent reports the scores of its work, one so far. */
    measure: (threadId: ThreadId) => {
      store.attempts.add({ ...ATTEMPT, threadId, key: `run:${ids('run')}`, at: clock.now() })
      store.attempts.saveMetric(newMetric(threadId, { team: 'own', command: null, direction: 'lower' }))
    },
    /** Its agent, which is no local check, decides about a suggestion; returns its number. */
    suggest(threadId: ThreadId): number {
      store.threads.change(threadId, {
        agent: { kind: 'command', argv: ['agent'], env: {} },
        suggestions: 'agent',
      })
      return store.pollination.propose({
        threadId,
        threadNumber: 2,
        threadName: 'own',
        pattern: 'lint',
        tier: 'daily',
        text: 'Run `npm run lint`',
        because: 'others have it',
        sources: [],
        proposedAt: clock.now(),
      })
    },
    toolsFor,
    text: (id: ThreadId) => files.get(store.threads.get(id)?.repoPath ?? '') ?? '',
    beat: (id: ThreadId) => toolsFor(callerOf(id, begin(id, 'heartbeat'), 'quick')),
    talk: (id: ThreadId) => toolsFor(callerOf(id, begin(id, 'message'), 'message')),
    advised: (id: ThreadId, by: string) => toolsFor(callerOf(id, begin(id, 'message', by), 'message', 1)),
    session: (id: ThreadId) => toolsFor(callerOf(id, null, null)),
    number: (id: ThreadId): string => String(store.threads.get(id)?.number),
  }
}
export const answerOf = (answer: ToolAnswer): string => (answer.ok ? answer.value : answer.error)
export const refusal = (answer: ToolAnswer): string => (answer.ok ? `allowed: ${answer.value}` : answer.error)
