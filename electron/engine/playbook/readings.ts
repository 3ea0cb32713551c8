import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { linesForApp } from '../../../shared/runs/pair.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { isToDo } from '../../../shared/playbook/work-queue.ts'
import { docFacts, NO_DOC } from '../../../shared/views/doc-facts.ts'
import type { DocFacts } from '../../../shared/views/thread-view.ts'
import type { DueTask } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createSuspects } from './advice/suspects.ts'

/** Without the texts of its files, which are many and only shown on demand. */
export type ListedCommand = Omit<ApprovalRequest, 'files'>

/** What a HEARTBEAT.md said when it was last read. */
interface Reading {
  readonly facts: DocFacts
  readonly commands: readonly ListedCommand[] // as they were listed last
  readonly timed: readonly { readonly text: string; readonly times: readonly string[] }[]
  /** Lines that look like an attack and were not known before this reading, until they are told. */
  readonly suspectNews: number
}

interface Readings {
  /** null: never read, or it could not be. */
  get(id: ThreadId): Reading | null
  /** `doc` null: there is no file. */
  note(id: ThreadId, doc: HeartbeatDoc | null, tracked: boolean, by?: 'run'): void
  /** The file cannot be read. */
  noteUnreadable(id: ThreadId): void
  /** How many lines look like an attack that did not before; asked once, they are told. */
  takeSuspectNews(id: ThreadId): number
  /** Its commands are listed anew at the next reading: a file that one of them runs may have changed. */
  relist(id: ThreadId): void
  /** The thread is gone. */
  forget(id: ThreadId): void
  /** What the disk answers from here on is not listened to: the history may be gone before. */
  close(): void
}

/**
 * Lines of which the app would run an approved command: tasks, and of a thread without an agent also work that is
 * still to do, unless git tracks the file.
 */
export function commandLines(
  { doc, tracked }: { readonly doc: HeartbeatDoc; readonly tracked: boolean },
  { agent }: Pick<Thread, 'agent'>,
): readonly (DueTask & { readonly line: number })[] {
  if (agent.kind !== 'local') return doc.loose ? [] : linesForApp(doc.tasks)
  const work = tracked ? [] : doc.work.filter(isToDo)
  return [
    ...doc.tasks,
    ...work.map((item) => ({
      key: workKey(item),
      tier: 'quick' as const,
      text: item.title,
      line: item.line,
    })),
  ]
}

export function createReadings(
  { repositories, clock }: Pick<Ports, 'repositories' | 'clock'>,
  store: Pick<Store, 'threads' | 'versions' | 'runs' | 'suspects'>,
  changed: (id: ThreadId, by?: 'run') => void,
): Readings {
  const { threads } = store
  const suspectsIn = createSuspects({ ports: { clock }, store })
  const readings = new Map<ThreadId, Reading>()
  const listed = new Map<ThreadId, string>()
  let isClosed = false

  /** Listing asks the disk about every command: only when the lines have changed. */
  async function listCommands(id: ThreadId, doc: HeartbeatDoc, tracked: boolean, by?: 'run'): Promise<void> {
    const thread = threads.get(id)
    if (thread === null || doc.conflicted) return
    const lines = commandLines({ doc, tracked }, thread)
    const gist = JSON.stringify(lines.map((l) => l.text))
    if (gist === listed.get(id)) return
    listed.set(id, gist)
    const commands = await repositories.listCommands(thread.repoPath, lines)
    const reading = readings.get(id)
    if (isClosed || reading === undefined || listed.get(id) !== gist) return
    readings.set(id, { ...reading, commands: commands.map(({ files: _, ...listed }) => listed) })
    changed(id, by)
  }

  return {
    get: (id) => readings.get(id) ?? null,
    note(id, doc, tracked, by) {
      const { suspects, news } = doc === null ? NOTHING : suspectsIn(id, doc)
      const facts = doc === null ? NO_DOC : docFacts(doc, tracked, suspects)
      if (doc === null) listed.delete(id)
      const commands = doc === null ? [] : (readings.get(id)?.commands ?? [])
      readings.set(id, { facts, commands, timed: timedIn(doc), suspectNews: news })
      changed(id, by)
      if (doc !== null) void listCommands(id, doc, tracked, by)
    },
    noteUnreadable(id) {
      readings.delete(id)
      listed.delete(id)
      changed(id)
    },
    takeSuspectNews(id) {
      const reading = readings.get(id)
      if (reading !== undefined) readings.set(id, { ...reading, suspectNews: 0 })
      return reading?.suspectNews ?? 0
    },
    relist: (id) => void listed.delete(id),
    forget(id) {
      readings.delete(id)
      listed.delete(id)
    },
    close() {
      isClosed = true
    },
  }
}

const NOTHING = { suspects: NO_DOC.suspects, news: 0 }

const timedIn = (doc: HeartbeatDoc | null): Reading['timed'] =>
  (doc?.tasks ?? []).filter((t) => t.timed.length > 0).map((t) => ({ text: t.text, times: t.timed }))
