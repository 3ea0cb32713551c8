import { parseHeartbeatConfig } from '../../../shared/threads/heartbeat-json.ts'
import { gitEvents } from '../../../shared/events/git-events.ts'
import { playbookPrint } from '../../../shared/runs/change-gate.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { runnerKey, runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { switchOf, type ThreadConfig } from '../../../shared/threads/thread.ts'
import { formatDuration, MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import { after } from '../loop/after.ts'
import { atATime } from '../../../shared/base/at-a-time.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Engine } from '../loop/engine.ts'
import { isOwnDoing } from './events.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { threadWatches } from '../threads/thread-watches.ts'

/** Watching is a hint: each thread is looked at again after this time, and after each of its runs. */
const LOOK_EVERY_MS = 5 * MINUTE
/** After the start the repositories are looked at when the window has long been there. */
const FIRST_LOOK_MS = 20 * SECOND
const LOOKS_AT_A_TIME = 2
/** The system's own word and the gap in the clock tell of one and the same waking. */
const ONE_WAKING_MS = 2 * MINUTE

/** Never the runner's own words: they may be anybody's, and would reach every thread that uses it. */
const REST_WORD = {
  limit: 'its usage limit is reached',
  login: 'it is signed out',
  missing: 'it was not found',
} as const

/** What happens around the repositories and the machine, told to the threads it concerns. */
export interface Sources {
  /** Watches trusted threads that are not watched yet, and forgets those that are gone. */
  follow(): void
  /**
   * Compares repository, HEARTBEAT.md and HEARTBEAT.json with what was last seen, and tells the difference.
   */
  look(id: ThreadId): Promise<void>
  /** The next change of this thread's HEARTBEAT.md is a person's, made in the app. */
  edited(id: ThreadId): void
  /** News of the machine for every thread. `awayMs`: how long it was away; null: not known. */
  machine(what: 'resume' | 'unlock' | 'online', awayMs: number | null): void
  /** A person's own agent session in this repository. */
  session(id: ThreadId, state: 'begun' | 'ended'): void
  close(): Promise<void>
}

export function createSources(ports: Ports, store: Store, engine: Engine, documents: Documents): Sources {
  const { clock, log } = ports
  const looking = new Map<ThreadId, Promise<void>>()
  const again = new Set<ThreadId>()
  const byPerson = new Set<ThreadId>()
  let closed = false
  let disarm = after(clock, FIRST_LOOK_MS, () => void sweep())
  const resting = new Map<string, Instant>()
  let restsSeen: ReturnType<Engine['resting']['current']> | null = null
  let wokeAt: Instant | null = null

  const trusted = (): readonly ThreadId[] =>
    store.threads
      .list()
      .filter((t) => t.trustedAt !== null)
      .map((t) => t.id)
  const profileOf = (id: Parameters<Store['runs']['detail']>[0]): string | null =>
    store.runs.detail(id)?.profile ?? null

  async function lookAtGit(id: ThreadId, path: string): Promise<void> {
    const run = engine.live.runOf(id)
    const state = await ports.repositories.gitState(path)
    const thread = store.threads.get(id)
    if (!state.ok || closed || thread === null || thread.repoPath !== path) return
    const before = store.events.gitState(id)
    if (before !== null && JSON.stringify(before) === JSON.stringify(state.value)) return
    store.together(() => {
      store.events.noteSeen(id, { git: state.value })
      if (before === null) return
      for (const { kind, text } of gitEvents(before, state.value))
        engine.events.add(id, {
          source: 'git',
          text,
          trusted: true,
          wake: 'now',
          own: isOwnDoing(kind, run, profileOf),
        })
    })
  }

  async function lookAtPlaybook(id: ThreadId, path: string): Promise<void> {
    const isRunning = engine.live.runOf(id) !== null
    const read = await ports.files.read(path)
    if (
      closed ||
      store.threads.get(id)?.repoPath !== path ||
      (!read.ok && read.error.code !== 'file.missing')
    )
      return
    const seen = read.ok ? playbookPrint(parse(read.value.text)) : ''
    const before = store.events.playbookSeen(id)
    const isPersons = byPerson.delete(id)
    if (seen === before) return
    const isOwn = !isPersons && isRunning
    store.together(() => {
      store.events.noteSeen(id, { playbook: seen })
      if (before === null || isOwn) return
      const text = !read.ok
        ? 'HEARTBEAT.md is gone.'
        : isPersons
          ? 'HEARTBEAT.md was edited by a person, in Threadbeat.'
          : 'HEARTBEAT.md was edited outside of Threadbeat.'
      engine.events.add(id, { source: 'playbook', text, trusted: true, wake: 'now' })
    })
  }

  async function lookAtConfig(id: ThreadId, path: string): Promise<void> {
    const read = await ports.repositories.config(path)
    const thread = store.threads.get(id)
    if (closed || thread === null || thread.repoPath !== path) return
    let config: ThreadConfig | null = null
    if (!read.ok)
      config = { file: 'HEARTBEAT.json', values: thread.config?.values ?? {}, problems: [read.error.message] }
    else if (read.value !== null) {
      const { name, text, names } = read.value
      const { values, problems, isUnreadable } = parseHeartbeatConfig(text, name, names)
      // A file in the middle of being written must not switch anything on that it had switched off.
      config = {
        file: name,
        values: isUnreadable === true ? (thread.config?.values ?? {}) : values,
        problems,
      }
    }
    if (JSON.stringify(config) === JSON.stringify(thread.config)) return
    const isFirst = thread.config === null && store.events.gitState(id) === null
    store.threads.change(id, { config })
    engine.slots.replan(id, thread)
    engine.tick()
    if (isFirst) return
    const bad =
      config === null || config.problems.length === 0
        ? ''
        : ` ${config.problems.length === 1 ? 'One key does' : `${config.problems.length} keys do`} not count.`
    engine.events.add(id, {
      source: 'app',
      text:
        config === null
          ? 'HEARTBEAT.json is gone; the thread’s own settings count again.'
          : `${config.file} changed and counts from now on.${bad}`,
      trusted: true,
      wake: 'next',
    })
  }

  const inTurn = atATime(LOOKS_AT_A_TIME)
  const soon = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      if (!closed) await work()
    }).catch((error: unknown) =>
      log('error', 'bug.caught', {
        where: 'sources',
        message: error instanceof Error ? error.message : String(error),
      }),
    )

  /** One look at a time for each thread; a hint that comes meanwhile is one more look. */
  function look(id: ThreadId): Promise<void> {
    const current = looking.get(id)
    if (current !== undefined) {
      again.add(id)
      return current
    }
    const done = (async () => {
      const thread = store.threads.get(id)
      if (closed || thread === null || thread.trustedAt === null) return
      await lookAtConfig(id, thread.repoPath)
      await lookAtGit(id, thread.repoPath)
      await lookAtPlaybook(id, thread.repoPath)
    })()
      .catch((error: unknown) =>
        log('error', 'bug.caught', {
          where: 'sources',
          message: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => {
        looking.delete(id)
        if (again.delete(id)) void soon(() => look(id))
      })
    looking.set(id, done)
    return done
  }

  const watches = threadWatches(
    store,
    (id, path) => {
      const end = ports.repositories.watchGit(path, () => void soon(() => look(id)))
      void soon(() => lookAtConfig(id, path))
      return end
    },
    (id) => void byPerson.delete(id),
  )

  const ends = [
    // What the run did itself is seen before it counts as over, and so never taken for somebody else's.
    engine.onRunEnd(async ({ threadId }) => {
      await looking.get(threadId)
      await look(threadId)
    }),
    documents.onChange((id) => {
      const path = watches.pathOf(id)
      if (path !== null && !looking.has(id))
        void soon(async () => {
          await lookAtConfig(id, path)
          await lookAtPlaybook(id, path)
        })
    }),
    engine.onLive(() => restingNews()),
    // Where nobody tells that the machine slept, the clock does.
    engine.onAbsence((awayMs) => machine('resume', awayMs)),
  ]

  /** A runner that stops or comes back is one fact for each thread that uses it. */
  function restingNews(): void {
    const now = engine.resting.current()
    if (now === restsSeen) return
    restsSeen = now
    for (const [key, rest] of Object.entries(now)) {
      if (resting.has(key)) continue
      resting.set(key, rest.since)
      tellUsers(key, `The runner ${rest.name} stopped: ${REST_WORD[rest.cause]}.`)
    }
    for (const [key, since] of resting) {
      if (now[key] !== undefined) continue
      resting.delete(key)
      tellUsers(key, `The runner is back after ${formatDuration(clock.now() - since)}.`)
    }
  }
  function tellUsers(key: string, text: string): void {
    engine.events.addToAll(
      store.threads
        .list()
        .filter((t) => runnerKey(t.agent) === key)
        .map((t) => t.id),
      { source: 'runner', text, trusted: true, wake: 'next' },
    )
  }

  function machine(what: Parameters<Sources['machine']>[0], awayMs: number | null): void {
    const now = clock.now()
    if (what === 'resume') {
      if (wokeAt !== null && Math.abs(now - wokeAt) < ONE_WAKING_MS) return
      wokeAt = now
    }
    const away = awayMs === null ? '' : ` It was away for ${formatDuration(awayMs)}.`
    const text = {
      resume: `The machine woke.${away}`,
      unlock: 'The screen was unlocked.',
      online: 'The network is back.',
    }[what]
    engine.events.addToAll(trusted(), { source: 'system', text, trusted: true, wake: 'next' })
  }

  async function sweep(): Promise<void> {
    await Promise.all(trusted().map((id) => soon(() => look(id))))
    if (!closed) disarm = after(clock, LOOK_EVERY_MS, () => void sweep())
  }

  return {
    follow: () => watches.follow(),
    look: (id) => look(id),
    edited: (id) => void byPerson.add(id),
    machine(what, awayMs) {
      machine(what, awayMs)
      engine.tick()
    },
    session(id, state) {
      const thread = store.threads.get(id)
      if (thread === null || switchOf(thread, 'session') === 'off') return
      engine.events.add(id, {
        source: 'session',
        text:
          state === 'begun'
            ? `A person’s own agent session (${runnerName(thread.agent)} or another) began in this repository.`
            : 'A person’s own agent session in this repository ended.',
        trusted: true,
        wake: 'next',
      })
    },
    async close() {
      closed = true
      disarm()
      for (const end of ends) end()
      watches.close()
      await Promise.all(looking.values())
    },
  }
}
