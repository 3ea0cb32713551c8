import { readDropped, type DroppedResult } from '../../../shared/attempts/dropped-result.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { err } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { secretValues } from '../../../shared/base/secrets/values.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { capped } from '../../../shared/runs/raised-alert.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { DroppedFile } from '../ports/attempts/dropped-results.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { isStopped, keepLimits, runsLeft } from './limits.ts'
import type { Measured } from './measured.ts'
import { originOf, settleReadings, touchedFile, withNote, type Reading } from './readings.ts'

/** Results that are dropped as files, each of them counted once by its name and its bytes. */
export interface Dropped {
  /** Counts what is new; returns how many attempts that made. Never rejects. */
  look(id: ThreadId): Promise<number>
  /** What is there already is no attempt; returns how many files that are. */
  passOver(thread: Thread, folder: string): Promise<number>
}

interface DroppedParts {
  readonly ports: Pick<Ports, 'repositories' | 'clock' | 'log'>
  readonly store: Pick<Store, 'attempts' | 'alerts' | 'threads' | 'together'>
  readonly desk: Measured
  readonly environment: Readonly<Record<string, string | undefined>>
}

const FOLDER_ALERT = 'metric:folder' // over once the folder is read
const FILES_ALERT = 'metric:files' // a person's to acknowledge: those files are never counted
/** A file that stands unchanged for so long is not being written any more. */
const STILL_WRITTEN_MS = 4 * SECOND
const keyOf = (id: ThreadId, name: string, print: string): string => `file:${id}:${name}:${print}`

export function createDropped(parts: DroppedParts): Dropped {
  const { ports, store } = parts
  const looking = new Map<ThreadId, Promise<number>>()
  /** Since when, by their keys: what cannot be read may still be written. */
  const unreadable = new Map<string, number>()
  const isSeen = (id: ThreadId, name: string, print: string): boolean => {
    const key = keyOf(id, name, print)
    return store.attempts.isCounted(key) || store.attempts.isPassedOver(key)
  }
  async function lookOrLog(id: ThreadId): Promise<number> {
    try {
      return await lookAt(parts, id, isSeen, unreadable)
    } catch (error) {
      // A history that takes no writes: the files are still there at the next look.
      ports.log('error', 'store.failed', {
        where: 'dropped results',
        threadId: id,
        message: messageOf(error),
      })
      return 0
    } finally {
      looking.delete(id)
    }
  }
  return {
    look(id) {
      const under = looking.get(id) ?? lookOrLog(id)
      looking.set(id, under)
      return under
    },
    async passOver({ id, repoPath }, folder) {
      const files = await ports.repositories.results(repoPath, folder, () => false)
      if (!files.ok) return 0
      store.attempts.passOver(
        id,
        files.value.map(({ name, print }) => keyOf(id, name, print)),
      )
      return files.value.length
    },
  }
}

/** So many are counted at once; what is asked of git between them lets others go on. */
const COUNTED_AT_ONCE = 200

async function lookAt(
  parts: DroppedParts,
  id: ThreadId,
  isSeen: (id: ThreadId, name: string, print: string) => boolean,
  unreadable: Map<string, number>,
): Promise<number> {
  const { ports, store, desk } = parts
  const [thread, metric] = [store.threads.get(id), desk.metric(id)]
  if (metric?.folder == null || thread === null || thread.trustedAt === null) return 0
  const { folder } = metric
  const files = await ports.repositories.results(thread.repoPath, folder, (name, print) =>
    isSeen(id, name, print),
  )
  if (!files.ok) {
    raise(parts, id, FOLDER_ALERT, files.error)
    return 0
  }
  if (desk.metric(id)?.folder !== folder) return 0
  store.alerts.resolve(id, [FOLDER_ALERT], ports.clock.now())
  const { agent } = thread
  const { redact } = createRedactor(secretValues(agent.kind === 'local' ? {} : agent.env, parts.environment))
  const results = readable(parts, thread.id, metric, { files: files.value, unreadable })
  let counted = 0
  while (counted < results.length) {
    const touched = await touchedFile(thread, metric, ports)
    const origin = await originOf(thread, metric, ports)
    // Removed, or measured another way, meanwhile; or it is enough, and the others wait.
    if (desk.metric(id)?.folder !== folder || isStopped(id, store)) break
    const some = results.slice(counted, counted + Math.min(COUNTED_AT_ONCE, runsLeft(id, store)))
    const readings = some.map(({ key, title, feedback, commit, ...result }): Reading => {
      const from = commit == null ? origin : { commit, note: '' }
      const words = { title: redact(title), feedback: withNote(redact(feedback), from) }
      const reading = { ...result, ...words, key, commit: from.commit, session: null }
      return touched === null
        ? reading
        : { ...reading, score: null, class: 'meter_touched', feedback: `${touched} was changed.` }
    })
    settleReadings(parts, thread, metric, readings)
    keepLimits(parts, id)
    counted += some.length
  }
  return counted
}

type ReadResult = DroppedResult & { readonly key: string }

/** Those of the files that are results; the others are told of once they can hardly be half written any more. */
function readable(
  { ports, store }: DroppedParts,
  id: ThreadId,
  { folder, place }: Metric,
  { files, unreadable }: { readonly files: readonly DroppedFile[]; readonly unreadable: Map<string, number> },
): readonly ReadResult[] {
  const now = ports.clock.monotonicMs()
  const problems: string[] = []
  const results = files.flatMap((file): readonly ReadResult[] => {
    const key = keyOf(id, file.name, file.print)
    const read =
      file.text === null ? err(file.problem ?? 'cannot be read') : readDropped(file.text, place, file.name)
    if (read.ok) return [{ ...read.value, key }]
    const since = unreadable.get(key) ?? now
    unreadable.set(key, since)
    if (now - since >= STILL_WRITTEN_MS) {
      unreadable.delete(key)
      store.attempts.passOver(id, [key])
      problems.push(`${folder}/${file.name} ${read.error}`)
    }
    return []
  })
  if (problems.length > 0) raise({ ports, store }, id, FILES_ALERT, noAttempts(problems))
  return results
}

const raise = (
  { store, ports }: Pick<DroppedParts, 'store' | 'ports'>,
  id: ThreadId,
  key: string,
  text: string,
): void =>
  void store.alerts.raise(id, { key, severity: 'warning', text: capped(text, 'activity') }, ports.clock.now())

const PROBLEMS_TOLD = 10

/** Of one look, together: one warning would take the place of another. */
function noAttempts(problems: readonly string[]): string {
  const [only] = problems
  if (problems.length === 1) return `${only}, so it is no attempt.`
  const left = problems.length - PROBLEMS_TOLD
  const told = problems.slice(0, PROBLEMS_TOLD).map((problem) => `- ${problem}`)
  return [
    `${problems.length} files are no attempts:`,
    ...told,
    ...(left > 0 ? [`and ${left} more`] : []),
  ].join('\n')
}
