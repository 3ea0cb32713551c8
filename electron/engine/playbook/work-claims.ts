import { messageOf } from '../../../shared/base/error-message.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { ok } from '../../../shared/base/result.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { WorkItem } from '../../../shared/playbook/work-queue.ts'
import { inQuotes } from '../../../shared/base/hidden-text.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import { playbookPrint } from '../../../shared/playbook/print.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { WorkClaim } from '../ports/store/playbook.ts'
import type { Store } from '../ports/store.ts'
import type { Documents } from './documents.ts'
import { applyFitting, rewrite } from './edit-heartbeat.ts'
import { failWork } from './settle-work.ts'

/**
 * Items of the Work Queue that runs took and left in progress. Only what is on record as taken is settled:
 * an item that a person or an agent's own session marked stays theirs (ARCHITECTURE I13).
 */
export interface WorkClaims {
  /**
   * Marks what runs that are over left in progress as failed, and forgets what they have settled. Where the
   * file cannot be written the claims stay for the next time. Never rejects.
   */
  settle(id: ThreadId): Promise<void>
  /** The same for all threads: after a crash nobody waits for a beat that may never come. */
  settleAll(): Promise<void>
}

interface ClaimsParts {
  readonly ports: Pick<Ports, 'clock' | 'files' | 'repositories' | 'log'>
  readonly store: Pick<Store, 'threads' | 'runs' | 'work' | 'events' | 'alerts'>
  readonly documents: Pick<Documents, 'note'>
}

export function createWorkClaims(parts: ClaimsParts): WorkClaims {
  const { ports, store } = parts
  const underWay = new Map<ThreadId, Promise<void>>()

  // One at a time for each thread: a failure is written, and an attempt used up, once.
  function settle(id: ThreadId): Promise<void> {
    const done = (underWay.get(id) ?? Promise.resolve())
      .then(() => settleThread(id, parts))
      .catch((error: unknown) =>
        ports.log('error', 'bug.caught', { where: 'work claims', message: messageOf(error) }),
      )
      .finally(() => {
        if (underWay.get(id) === done) underWay.delete(id)
      })
    underWay.set(id, done)
    return done
  }
  return {
    settle,
    async settleAll() {
      await Promise.all(store.work.claimants().map(settle))
    },
  }
}

async function settleThread(id: ThreadId, { ports, store, documents }: ClaimsParts): Promise<void> {
  const thread = store.threads.get(id)
  const claims = openClaims(id, store)
  if (claims.length === 0 || thread === null || thread.trustedAt === null) return
  const release = (): void =>
    store.work.release(
      id,
      claims.map((claim) => claim.item),
    )
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return
  if (tracked.value) return release()
  let failed: readonly WorkItem[] = []
  const settled = await rewrite<never>(ports.files, thread.repoPath, (doc) => {
    const after = applyFitting(doc, lostWorkEdits(doc, claims, thread, { ports, store }))
    failed = failedSince(doc, after)
    // What the app writes itself is nobody's edit.
    if (after !== doc && store.events.playbookSeen(id) === playbookPrint(doc))
      store.events.noteSeen(id, { playbook: playbookPrint(parse(serialize(after))) })
    return ok(after)
  })
  if (settled.ok) {
    documents.note(id, parse(settled.value.text), false)
    for (const item of failed) store.alerts.raise(id, cutOff(item), ports.clock.now())
  }
  if (settled.ok || settled.error.code === 'file.missing') return release()
  ports.log('warn', 'file.conflicted', { threadId: id, runId: null, code: settled.error.code })
}

/** Of runs that are over. */
export function openClaims(id: ThreadId, store: Pick<Store, 'work' | 'runs'>): readonly WorkClaim[] {
  const claims = store.work.claims(id)
  if (claims.length === 0) return claims
  const running = new Set(store.runs.running().map((run) => run.id))
  return claims.filter((claim) => !running.has(claim.runId))
}

/** What settling would write into this list now. */
export const lostWorkEdits = (
  doc: HeartbeatDoc,
  claims: readonly WorkClaim[],
  thread: Thread,
  { ports, store }: { readonly ports: Pick<Ports, 'clock'>; readonly store: Pick<Store, 'runs'> },
): readonly HeartbeatEdit[] =>
  doc.work.flatMap((item) => {
    const claim = claims.find((c) => c.item === item.id)
    if (item.state !== 'in-progress' || claim === undefined) return []
    const outcome = store.runs.detail(claim.runId)?.outcome ?? 'interrupted'
    const note = outcome === 'interrupted' ? outcome : `not settled by run ${claim.runId}`
    return failWork(item, note, ports.clock.now(), thread, ports)
  })

const failedSince = (before: HeartbeatDoc, after: HeartbeatDoc): readonly WorkItem[] =>
  after.work.filter(
    ({ id, state }) =>
      state === 'failed' && before.work.some((item) => item.id === id && item.state !== 'failed'),
  )

/** What the app itself sets to failed is told: no run is left that could. */
const cutOff = (item: WorkItem): RaisedAlert => ({
  key: workKey(item),
  severity: 'warning',
  text: `${inQuotes(item.title)} of the Work Queue was cut off. It stands as failed, and is not begun again by itself.`,
})

/** Items that a change of the list puts in progress. */
export const taken = (before: HeartbeatDoc, after: HeartbeatDoc): readonly string[] =>
  after.work
    .filter(({ id, state }) => {
      const old = before.work.find((item) => item.id === id)
      return state === 'in-progress' && old?.state !== 'in-progress'
    })
    .map((item) => item.id)
