import { asksForCommands } from '../../../shared/threads/asks-for-commands.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { renewalKey } from '../../../shared/runs/judge/alert-key.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import { readOrCreate } from '../playbook/first-list.ts'
import { go, type Begun, type Step } from './context.ts'
import { broken, ended, STOPPED } from './ended.ts'

export interface Gathered extends Begun {
  /** HEARTBEAT.md, with what a crash had left in progress settled. */
  readonly doc: HeartbeatDoc
  /** git tracks the file, so that nothing is written into it. */
  readonly isTracked: boolean
  readonly openKeys: readonly string[] // of the thread's open alerts
}

/** What it says stays true when there is a list again. */
const renewed = (runId: RunId): RaisedAlert => ({
  key: renewalKey(runId),
  severity: 'warning',
  text:
    'HEARTBEAT.md was gone when a beat began, and was written anew from the template. The text before it is kept: ' +
    'History in its editor brings it back.',
})

/** Reads HEARTBEAT.md, or writes a first one. */
export async function gather(begun: Begun): Promise<Step<Gathered>> {
  const { run, thread, context, signal } = begun
  const { ports, store, documents, claims } = context
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return ended(begun, { verdict: broken(tracked.error) })
  const isTracked = tracked.value
  await claims.settle(thread.id)
  const file = await readOrCreate(thread, isTracked, context)
  if (!file.ok) return ended(begun, { verdict: broken(file.error) })
  // Also of a run that is stopped: the file was written.
  if (file.value.isNew && documents.versions.hasAny(thread))
    store.alerts.raise(thread.id, renewed(run.id), ports.clock.now())
  if (signal.aborted) return ended(begun, { verdict: STOPPED })

  const doc = parse(file.value.text)
  if (asksForCommands(thread, run.startedAt)) documents.relistCommands(thread.id)
  if (file.value.encoding === 'utf-8') documents.versions.found(thread, file.value.text)
  documents.note(thread.id, doc, isTracked, 'run')
  const openKeys = store.threads
    .facts(thread.id)
    .alerts.map((alert) => alert.key)
    .filter((key) => key !== null)
  return go({ ...begun, doc, isTracked, openKeys })
}
