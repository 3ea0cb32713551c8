import type { EventId, ItemId, ThreadId } from '../../../shared/base/ids.ts'
import type { Run, RunDetail } from '../../../shared/runs/run.ts'
import { addThread, startApp, threadOf, type App } from './app.ts'
import { BEAT_MS, isLate, soon, until } from './bounds.ts'
import type { Case } from './board.ts'
import { newFolder } from './lane.ts'

/** The end of what was asked for; null: it did not come, which counts as wedged. */
export async function ended(
  c: Case,
  app: App,
  itemId: ItemId,
  what: string,
  boundMs = BEAT_MS,
): Promise<Run | null> {
  const run = await soon(app.client.beat.wait({ itemId }), boundMs)
  if (isLate(run)) {
    c.check('wedged', false, `${what}: it did not end in ${boundMs} ms`)
    return null
  }
  return run
}

/** The healthy thread gets its beat, and sees what is there: nothing. */
export async function healthyBeats(c: Case, app: App, what: string, boundMs = BEAT_MS): Promise<void> {
  const asked = await soon(app.client.beat.start({ id: app.healthy }), BEAT_MS)
  if (isLate(asked)) return c.check('wedged', false, `${what}: the app does not answer`)
  const run = await ended(c, app, asked.itemId, `${what}: the healthy thread's beat`, boundMs)
  if (run === null) return
  c.check('wedged', run.outcome === 'quiet', `${what}: the healthy thread's beat ended ${run.outcome}`)
}

/**
 * One beat over a thread with a fault in it: it ends, it is one run, an event that was accepted stays, and the
 * healthy thread gets its own beat beside it. null: no run ended.
 */
export async function beatOver(
  c: Case,
  app: App,
  id: ThreadId,
  what: string,
  boundMs = BEAT_MS,
): Promise<RunDetail | null> {
  const { client } = app
  const event = await client.events.add({ to: id, text: `about ${what}`, source: 'cli', wake: 'next' })
  const asked = await client.beat.start({ id })
  const [run] = await Promise.all([ended(c, app, asked.itemId, what, boundMs), healthyBeats(c, app, what)])
  const runs = (await client.runs.page({ threadId: id, limit: 200 })).runs
  const same = runs.filter((r) => r.itemId === asked.itemId).length
  c.check('doubled', same <= 1, `${what}: ${same} runs of one beat`)
  if (run !== null) c.check('lost', same === 1, `${what}: its run is not on record`)
  await eventStays(c, app, id, event.id!, what)
  return run === null ? null : await client.runs.get({ id: run.id })
}

async function eventStays(c: Case, app: App, id: ThreadId, event: EventId, what: string): Promise<void> {
  const { entries } = await app.client.events.timeline({ id, limit: 200 })
  const same = entries.filter((e) => e.kind === 'event' && e.event.id === event).length
  c.check('lost', same > 0, `${what}: the event is gone`)
  c.check('doubled', same <= 1, `${what}: the event is there ${same} times`)
}

/** A thread that has seen what there is to see in its repository, and is at rest. */
export async function soundThread(
  c: Case,
  app: App,
  repository: string,
  { isApproved = true }: { readonly isApproved?: boolean } = {},
): Promise<ThreadId> {
  const id = await addThread(app.client, repository)
  await soundBeat(c, app, id, isApproved ? SEEN : 'waits for your approval')
  return id
}

/** As a person approves what stands in HEARTBEAT.md; the beat that this asks for is over. */
export async function approveAll(c: Case, app: App, id: ThreadId): Promise<void> {
  const hashes = (await app.client.approvals.list({ id })).commands.map((a) => a.hash)
  if (hashes.length === 0) throw new Error('there is nothing to approve')
  await app.client.approvals.set({ id, hashes, approved: true, confirmed: true })
  await soundBeat(c, app, id, SEEN)
}

/** What was asked for already, as by trust, has ended. */
export async function atRest(c: Case, app: App, id: ThreadId, boundMs = BEAT_MS): Promise<void> {
  for (;;) {
    const { running, waiting } = await threadOf(app, id)
    const [item] = waiting.filter((w) => w.kind === 'heartbeat')
    if (running === null && item === undefined) return
    if (item !== undefined) await ended(c, app, item.itemId, 'a beat before the fault', boundMs)
    else await until(async () => (await threadOf(app, id)).running === null, boundMs)
  }
}

async function soundBeat(c: Case, app: App, id: ThreadId, says: string): Promise<void> {
  await atRest(c, app, id)
  const asked = await app.client.beat.start({ id })
  const run = await ended(c, app, asked.itemId, 'the beat before the fault')
  if (!(run?.summary ?? '').includes(says))
    throw new Error(`the sound beat ended ${run?.outcome}: ${run?.summary}`)
}

/** Of the file that git does not know. */
const SEEN = 'untracked'

/** An app of this case alone, which ends in good order, or is killed where the case broke off. */
export async function withApp(
  c: Case,
  play: (app: App) => Promise<App>,
  under?: readonly string[],
): Promise<void> {
  const app = await startApp(c.lane.command, newFolder(c.folder), under)
  try {
    await quits(c, await play(app))
  } finally {
    app.child.kill('SIGKILL')
  }
}

/** As a person does who quits. */
export async function quits(c: Case, app: App): Promise<void> {
  const end = await app.end()
  c.check(
    'wedged',
    end?.code === 0,
    `SIGTERM ended it ${end === null ? 'not' : `with ${end.code}: ${end.err}`}`,
  )
}

/** Events that were accepted are there once each. */
export async function eventsStay(
  c: Case,
  app: App,
  id: ThreadId,
  accepted: readonly string[],
): Promise<void> {
  const texts: string[] = []
  for (let before: string | undefined | null; before !== null; ) {
    const page = await app.client.events.timeline({ id, limit: 200, before })
    texts.push(...page.entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.text] : [])))
    before = page.next
  }
  for (const text of accepted) {
    const same = texts.filter((other) => other === text).length
    c.check('lost', same > 0, `the event "${text}" is gone`)
    c.check('doubled', same <= 1, `the event "${text}" is there ${same} times`)
  }
}

/** A run that says neither what there was to see nor what was in the way is silent. */
export function tells(c: Case, run: RunDetail | null, what: string): void {
  if (run === null) return
  const isCalm = run.outcome === null || ['quiet', 'unchanged', 'skipped'].includes(run.outcome)
  c.check(
    'silent',
    !isCalm || (run.summary ?? '').includes(SEEN),
    `${what}: the run ended ${run.outcome}: ${run.summary}`,
  )
}
