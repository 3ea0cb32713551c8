import { implement } from '@orpc/server'
import type { AddResult } from '../../../shared/contract/threads.ts'
import { contract } from '../../../shared/contract/api.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { phaseFor } from '../../../shared/schedule/schedule.ts'
import { DAY, formatDuration } from '../../../shared/base/time.ts'
import { isOverruled, validateChange } from '../../../shared/threads/thread.ts'
import { MAX_SNOOZE_MS } from '../../../shared/schedule/tier.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import { sweepOutputs } from '../history/sweep-outputs.ts'
import { agentProblem } from './agents.ts'
import { lookup } from './lookup.ts'

const FIELD_WORD = {
  intervalMs: 'interval',
  activeHours: 'active hours',
  dailyAt: 'daily time',
  session: 'session',
} as const
/** More than this in one scan is a folder chosen too high up. */
const SCAN_LIMIT = 200
/** Averages look back so far. */
const COSTS_OVER_MS = 30 * DAY

/** Which repositories are threads, and how each of them beats. */
export function threadHandlers({
  ports,
  store,
  engine,
  views,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'views'>) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr } = lookup(store)
  const replanned = (id: ThreadId): null => {
    engine.slots.replan(id)
    engine.tick()
    return null
  }

  return {
    add: os.threads.add.handler(async ({ input, context }): Promise<AddResult> => {
      const added: ThreadId[] = []
      const rejected: { path: string; why: string }[] = []
      for (const path of input.paths) {
        const found = await ports.repositories.identify(path)
        if (!found.ok) {
          rejected.push({ path, why: found.error.message })
          continue
        }
        const now = clock.now()
        const thread = store.threads.add({
          id: ports.ids('thr'),
          name: input.paths.length === 1 ? (input.name ?? found.value.name) : found.value.name,
          repoPath: found.value.realPath,
          intervalMs: engine.settings().defaultIntervalMs,
          trustedAt: input.trust ? now : null,
          createdAt: now,
        })
        const removed =
          thread === 'exists'
            ? store.threads.list().find((t) => t.removeAt !== null && t.repoPath === found.value.realPath)
            : undefined
        if (removed !== undefined) {
          // Taken away a moment ago: added again means put back, with the trust of this time.
          store.threads.change(removed.id, {
            removeAt: null,
            trustedAt: input.trust ? (removed.trustedAt ?? now) : null,
          })
          if (input.trust && removed.trustedAt === null)
            ports.log('info', 'authority.changed', {
              threadId: removed.id,
              what: 'trusted',
              origin: context.origin,
            })
          engine.slots.replan(removed.id)
          if (input.trust) engine.wake(removed.id, 'added', null)
          added.push(removed.id)
          continue
        }
        if (thread === 'exists') {
          rejected.push({ path, why: `${found.value.realPath} is a thread already.` })
          continue
        }
        ports.log('info', 'thread.added', {
          threadId: thread.id,
          number: thread.number,
          trusted: input.trust,
        })
        added.push(thread.id)
        engine.slots.replan(thread.id)
        if (input.trust) engine.wake(thread.id, 'added', null)
      }
      engine.followThreads()
      engine.tick()
      const { threads } = views.snapshot()
      return { added: threads.filter((t) => added.includes(t.id)), rejected }
    }),
    scan: os.threads.scan.handler(async function* ({ input, signal }) {
      const have = new Set(store.threads.list().map((t) => t.repoPath))
      const abort = new AbortController()
      signal?.addEventListener('abort', () => abort.abort())
      let found = 0
      let last = { folders: 0, unreadable: 0 }
      for await (const step of ports.repositories.scan(input.roots, input.depth, abort.signal)) {
        if (step.kind === 'progress') {
          last = step
          yield { kind: 'progress' as const, folders: step.folders, at: step.at }
          continue
        }
        found++
        yield {
          kind: 'found' as const,
          path: step.realPath,
          name: step.name,
          lastChangedAt: step.lastChangedAt,
          alreadyAdded: have.has(step.realPath),
        }
        if (found >= SCAN_LIMIT) abort.abort()
      }
      yield {
        kind: 'done' as const,
        folders: last.folders,
        found,
        unreadable: last.unreadable,
        limited: found >= SCAN_LIMIT,
      }
    }),
    remove: os.threads.remove.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      if (input.undoMs === undefined || input.undoMs === 0) {
        engine.removals.remove(thread.id)
        return null
      }
      engine.removals.removeAt(thread.id, clock.now() + input.undoMs)
      return null
    }),
    keep: os.threads.keep.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      store.threads.change(thread.id, { removeAt: null })
      engine.followThreads()
      return replanned(thread.id)
    }),
    clearHistory: os.threads.clearHistory.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const runs = store.history.clear(thread.id)
      await sweepOutputs(ports, store)
      ports.log('info', 'history.cleared', { threadId: thread.id, runs, origin: context.origin })
      return { runs }
    }),
    tierCosts: os.threads.tierCosts.handler(({ input, errors }) =>
      store.runs.tierCosts(threadOr(input.id, errors).id, clock.now() - COSTS_OVER_MS),
    ),
    locate: os.threads.locate.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const found = await ports.repositories.identify(input.path)
      if (!found.ok) throw errors.INVALID({ message: found.error.message })
      if (store.threads.list().some((t) => t.id !== thread.id && t.repoPath === found.value.realPath))
        throw errors.INVALID({ message: `${found.value.realPath} is another thread already.` })
      // Trust and approvals were given to another folder: they are asked for again.
      store.threads.change(thread.id, { repoPath: found.value.realPath, trustedAt: null })
      store.permissions.clear(thread.id)
      ports.log('info', 'authority.changed', { threadId: thread.id, what: 'located', origin: context.origin })
      engine.slots.replan(thread.id)
      engine.followThreads()
      return null
    }),
    change: os.threads.change.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const { id: _id, ...change } = input
      const overruled = (['intervalMs', 'activeHours', 'dailyAt', 'session'] as const).find(
        (field) => change[field] !== undefined && isOverruled(thread, field),
      )
      if (overruled !== undefined)
        throw errors.INVALID({
          message:
            `The ${FIELD_WORD[overruled]} of "${thread.name}" is set by ${thread.config!.file}; ` +
            'change it there.',
        })
      const valid = validateChange(change, thread.name)
      if (!valid.ok) throw errors.INVALID({ message: valid.error })
      const phaseMs =
        change.intervalMs !== undefined && change.intervalMs > 0
          ? phaseFor(thread.number, change.intervalMs)
          : undefined
      store.threads.change(thread.id, { ...change, phaseMs })
      engine.noteActivity(thread.id)
      engine.slots.replan(thread.id, thread)
      engine.tick()
      return null
    }),
    setAgent: os.threads.setAgent.handler(({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const problem = agentProblem(input.agent, clock.now())
      if (problem !== null) throw errors.INVALID({ message: `The agent of "${thread.name}": ${problem}.` })
      store.threads.change(thread.id, { agent: input.agent, failures: 0 })
      store.alerts.resolve(
        thread.id,
        ['broken', 'unproven', 'permission', 'touched', 'touched:meanwhile'],
        clock.now(),
      )
      ports.log('info', 'authority.changed', { threadId: thread.id, what: 'runner', origin: context.origin })
      return replanned(thread.id)
    }),
    trust: os.threads.trust.handler(({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      store.threads.change(thread.id, { trustedAt: input.on ? (thread.trustedAt ?? clock.now()) : null })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: input.on ? 'trusted' : 'untrusted',
        origin: context.origin,
      })
      if (!input.on) engine.stopRunsOf(thread.id)
      engine.followThreads()
      engine.slots.replan(thread.id)
      if (input.on && thread.trustedAt === null) engine.wake(thread.id, 'added', null)
      engine.tick()
      return null
    }),
    pause: os.threads.pause.handler(({ input, errors }) => {
      const pause = { reason: input.reason || 'by you', until: input.until, by: 'person' as const }
      if (input.until !== null && input.until <= clock.now())
        throw errors.INVALID({ message: 'The pause would already be over.' })
      if (input.id === null) engine.setPause(pause)
      else store.threads.change(threadOr(input.id, errors).id, { pause })
      engine.tick()
      return null
    }),
    resume: os.threads.resume.handler(({ input, errors }) => {
      if (input.id === null) engine.setPause(null)
      else store.threads.change(threadOr(input.id, errors).id, { pause: null, failures: 0 })
      if (input.id !== null) {
        engine.noteActivity(input.id)
        engine.slots.replan(input.id)
      }
      engine.tick()
      return null
    }),
    snoozeTier: os.threads.snoozeTier.handler(({ input: { id, tier, until }, errors }) => {
      const thread = threadOr(id, errors)
      const now = clock.now()
      if (until !== null && until <= now)
        throw errors.INVALID({
          message: `The snooze of the ${tier} tier of "${thread.name}" would already be over.`,
        })
      if (until !== null && until - now > MAX_SNOOZE_MS)
        throw errors.INVALID({
          message:
            `The ${tier} tier of "${thread.name}" can be snoozed for at most ` +
            `${formatDuration(MAX_SNOOZE_MS)}, got ${formatDuration(until - now)}. For longer, change ` +
            'its schedule or pause the thread.',
        })
      store.threads.snoozeTier(thread.id, tier, until)
      ports.log('info', 'tier.snoozed', { threadId: thread.id, tier, until })
      engine.tick()
      return null
    }),
    slots: os.threads.slots.handler(({ input, errors }) =>
      store.runs.slots(threadOr(input.id, errors).id, input.limit),
    ),
  }
}
