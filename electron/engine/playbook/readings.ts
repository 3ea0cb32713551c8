import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import { checkOf } from '../../../shared/runs/check-id.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { HeartbeatDoc, Task } from '../../../shared/playbook/model.ts'
import { linesForApp } from '../../../shared/runs/pair.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { isToDo } from '../../../shared/playbook/work-queue.ts'
import { docFacts, NO_DOC } from '../../../shared/views/doc-facts.ts'
import type { DocFacts } from '../../../shared/views/thread-view.ts'
import type { DueTask } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { CommandsByLine } from '../ports/repositories.ts'
import type { Store } from '../ports/store.ts'
import { missingOf } from './advice/missing-programs.ts'
import { createSuspects } from './advice/suspects.ts'

/** Without the texts of its files, which are many and only shown on demand. */
export type ListedCommand = Omit<ApprovalRequest, 'files'>

/** What a HEARTBEAT.md said when it was last read. */
interface Reading {
  readonly facts: DocFacts
  readonly commands: readonly ListedCommand[] // as they were listed last
  /** What local checks leave to an agent, as it was counted with them; null: not yet. */
  readonly forAgent: ForAgent | null
  readonly timed: readonly { readonly text: string; readonly times: readonly string[] }[]
  readonly tasks: readonly TaskLine[] // none of a list whose merge is not finished: nothing of it runs
  /** Lines that look like an attack and were not known before this reading, until they are told. */
  readonly suspectNews: number
}

/** A task as it stands in the list: its key alone is the same for two commands that differ only in case or markup. */
export type TaskLine = Pick<Task, 'key' | 'text' | 'tier'>

/** `of`: the lines that were counted. */
type ForAgent = Pick<DocFacts, 'linesForAgent' | 'workForAgent'> & { readonly of: string }

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
  store: Pick<Store, 'threads' | 'versions' | 'runs' | 'suspects' | 'permissions'>,
  changed: (id: ThreadId, by?: 'run') => void,
): Readings {
  const suspectsIn = createSuspects({ ports: { clock }, store })
  const readings = new Map<ThreadId, Reading>()
  const listed = new Map<ThreadId, string>()
  let isClosed = false

  const list = { repositories, store, changed, readings, listed, isClosed: () => isClosed }

  return {
    get: (id) => readings.get(id) ?? null,
    note(id, doc, tracked, by) {
      if (doc === null) {
        listed.delete(id)
        readings.set(id, NO_LIST)
        return changed(id, by)
      }
      const { suspects, news } = suspectsIn(id, doc)
      const { commands = [], forAgent = null } = readings.get(id) ?? {}
      const thread = store.threads.get(id)
      const gist = thread === null ? '' : gistOf(commandLines({ doc, tracked }, thread), thread)
      const facts = { ...docFacts(doc, tracked, suspects), ...countsIn(forAgent, gist) }
      const tasks = doc.conflicted ? [] : doc.tasks.map(({ key, text, tier }) => ({ key, text, tier }))
      readings.set(id, { facts, commands, forAgent, timed: timedIn(doc), tasks, suspectNews: news })
      changed(id, by)
      void listCommands(list, id, { doc, tracked }, by)
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

interface Listing extends Pick<Ports, 'repositories'> {
  readonly store: Pick<Store, 'threads' | 'versions' | 'runs' | 'suspects' | 'permissions'>
  readonly changed: (id: ThreadId, by?: 'run') => void
  readonly readings: Map<ThreadId, Reading>
  /** Of each the lines that were listed last. */
  readonly listed: Map<ThreadId, string>
  readonly isClosed: () => boolean
}

/** Listing asks the disk about every command: only when the lines have changed. */
async function listCommands(
  { repositories, store, changed, readings, listed, isClosed }: Listing,
  id: ThreadId,
  of: { readonly doc: HeartbeatDoc; readonly tracked: boolean },
  by?: 'run',
): Promise<void> {
  const thread = store.threads.get(id)
  if (thread === null || of.doc.conflicted) return
  const lines = commandLines(of, thread)
  const gist = gistOf(lines, thread)
  if (gist === listed.get(id)) return
  listed.set(id, gist)
  const read = await repositories.commandsByLine(thread.repoPath, lines)
  if (isClosed()) return // the history may be gone
  const found = read.commands.flatMap((one) => (one === null ? [] : [[one.hash, withoutFiles(one)] as const]))
  const keep = (more: Partial<Reading>): void => {
    const reading = readings.get(id)
    if (isClosed() || reading === undefined || listed.get(id) !== gist) return
    readings.set(id, { ...reading, ...more })
    changed(id, by)
  }
  keep({ commands: [...new Map(found).values()] })
  if (thread.agent.kind !== 'local') return
  const left = await leftBy(thread, lines, read, { ports: { repositories }, store })
  const forAgent = { ...countsOf(left, of.doc), of: gist }
  const facts = readings.get(id)?.facts
  if (facts !== undefined) keep({ forAgent, facts: { ...facts, ...countsIn(forAgent, gist) } })
}

/** For each line whether local checks leave it to an agent. */
async function leftBy(
  thread: Thread,
  lines: ReturnType<typeof commandLines>,
  { commands, leftOut }: CommandsByLine,
  parts: Parameters<typeof missingOf>[2],
): Promise<readonly boolean[]> {
  const missing = await missingOf(thread, lines, parts)
  const unread = new Set(leftOut?.at)
  return lines.map(
    ({ key, text }, at) =>
      checkOf(text) === null && (commands[at] ?? null) === null && !unread.has(at) && !missing.has(key),
  )
}

const gistOf = (lines: ReturnType<typeof commandLines>, { agent }: Pick<Thread, 'agent'>): string =>
  JSON.stringify([agent.kind === 'local', ...lines.map((l) => l.text)])
const withoutFiles = ({ files: _, ...command }: ApprovalRequest): ListedCommand => command

/** Of the lines of a thread without an agent: first its tasks, then its work. */
const countsOf = (left: readonly boolean[], { tasks }: HeartbeatDoc): Omit<ForAgent, 'of'> => ({
  linesForAgent: left.slice(0, tasks.length).filter(Boolean).length,
  workForAgent: left.slice(tasks.length).filter(Boolean).length,
})

/** Where they are of the lines as they stand. */
function countsIn(forAgent: ForAgent | null, gist: string): Partial<DocFacts> {
  if (forAgent?.of !== gist) return {}
  const { of: _, ...counts } = forAgent
  return counts
}

const NO_LIST: Reading = { facts: NO_DOC, commands: [], forAgent: null, timed: [], tasks: [], suspectNews: 0 }

const timedIn = ({ tasks }: HeartbeatDoc): Reading['timed'] =>
  tasks.filter((t) => t.timed.length > 0).map((t) => ({ text: t.text, times: t.timed }))
