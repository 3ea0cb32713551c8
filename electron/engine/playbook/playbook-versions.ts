import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import {
  countChanges,
  VERSION_MAX_CHARS,
  versionPrint,
  type VersionAuthor,
} from '../../../shared/playbook/versions.ts'
import { textHash } from '../../../shared/base/text-hash.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

export interface Authorship {
  readonly author: VersionAuthor
  readonly runId?: RunId | null
  readonly restoredFrom?: number | null
}

/**
 * Keeps each text of HEARTBEAT.md that somebody wrote, as it is noticed; what the app itself stamps and
 * ticks makes no version.
 */
export interface PlaybookVersions {
  /** Whether an earlier text of this thread is kept. */
  hasAny(thread: Thread): boolean
  /** The file as it was just read: who changed it is told from what goes on. */
  seen(thread: Thread, text: string): void
  /** The file as a run finds it, before its agent works: whatever is new in it is not of that run. */
  found(thread: Thread, text: string): void
  /** The file as the app itself just wrote it, for a run or for a tool. */
  wrote(thread: Thread, text: string): void
  /**
   * A text is about to be written by this author: also a reader that sees it before `done` knows whose it
   * is. `done` says whether it was written; then it is a version, whoever saw it first.
   */
  writing(thread: Thread, text: string, by: Authorship): (written: boolean) => void
}

export function createVersions(
  { clock }: Pick<Ports, 'clock'>,
  store: Pick<Store, 'runs' | 'versions'>,
): PlaybookVersions {
  /** Texts as last looked at, so that an unchanged file costs one hash. */
  const looked = new Map<ThreadId, string>()
  const underway = new Map<ThreadId, { readonly print: string; readonly by: Authorship }[]>()

  /** The run that goes on in this thread; null: none. */
  const runNow = (threadId: ThreadId): RunId | null =>
    store.runs.running().find((run) => run.threadId === threadId)?.id ?? null

  function record(thread: Thread, text: string, byNow: () => Authorship): void {
    if (text.length > VERSION_MAX_CHARS) return
    const hash = textHash(text)
    if (looked.get(thread.id) === hash) return
    const print = versionPrint(text)
    const before = store.versions.newest(thread.id)
    if (before?.print === print) return void looked.set(thread.id, hash)
    const by: Authorship =
      underway.get(thread.id)?.find((u) => u.print === print)?.by ??
      (before === null ? { author: 'start' } : byNow())
    const { added, removed } = before === null ? { added: 0, removed: 0 } : countChanges(before.text, text)
    store.versions.add(
      thread.id,
      {
        author: by.author,
        runId: by.runId ?? null,
        restoredFrom: by.restoredFrom ?? null,
        added,
        removed,
        text,
        print,
      },
      clock.now(),
    )
    looked.set(thread.id, hash)
  }

  const ofRun = (runId: RunId | null): Authorship =>
    runId === null ? { author: 'other' } : { author: 'run', runId }
  return {
    hasAny: ({ id }) => store.versions.newest(id) !== null,
    // Local checks write nothing themselves: what changes beside them is somebody else's.
    seen: (thread, text) =>
      record(thread, text, () => ofRun(thread.agent.kind === 'local' ? null : runNow(thread.id))),
    found: (thread, text) => record(thread, text, () => ({ author: 'other' })),
    wrote: (thread, text) => record(thread, text, () => ofRun(runNow(thread.id))),
    writing(thread, text, by) {
      const entry = { print: text.length > VERSION_MAX_CHARS ? '' : versionPrint(text), by }
      underway.set(thread.id, [...(underway.get(thread.id) ?? []), entry])
      return (written) => {
        if (written) record(thread, text, () => by)
        const others = (underway.get(thread.id) ?? []).filter((e) => e !== entry)
        if (others.length > 0) underway.set(thread.id, others)
        else underway.delete(thread.id)
      }
    },
  }
}
