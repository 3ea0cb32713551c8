import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import { faultSentence } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { parse, serialize } from '../../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import type { HeartbeatEdit } from '../../../../shared/playbook/edit/edit.ts'
import type { MadeMove } from '../../../../shared/runs/work-check.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { rewrite } from '../../playbook/edit-heartbeat.ts'
import { taken } from '../../playbook/work-claims.ts'
import type { AgentEdit, ToolAnswer } from '../../ports/agents.ts'
import { zoneOf } from '../../schedule/pace.ts'
import { isAway, mayAct, type ToolParts } from './caller.ts'
import { applyAll, editsProblem } from './edits.ts'
import { noteTasks } from './read-playbook.ts'

/** Edits of HEARTBEAT.md by one run: all of a call or none. */
interface PlaybookWriter {
  write(thread: Thread, edits: readonly AgentEdit[]): Promise<ToolAnswer>
  /** Calls that changed the file. */
  writes(): number
  /** Of the Work Queue. */
  moves(): readonly MadeMove[]
}

export function playbookWriter(parts: ToolParts): PlaybookWriter {
  const { ports, documents, caller } = parts
  const moves: MadeMove[] = []
  let writes = 0
  let noteChars = 0

  async function write(thread: Thread, wanted: readonly AgentEdit[]): Promise<ToolAnswer> {
    const tracked = await checkedTracked(parts, thread, wanted)
    if (!tracked.ok) return tracked
    const added = wanted.reduce((sum, edit) => sum + (edit.do === 'appendNote' ? edit.text.length : 0), 0)
    if (noteChars + added > MAX.notesCharsPerRun) return err(tooManyNotes(noteChars + added))
    noteChars += added // before the file is asked: calls come side by side
    const edits = wanted.map((edit) => withAuthor(parts, thread, edit))
    const doc = await rewriteDoc(parts, thread, edits)
    if (!doc.ok || doc.value === null) noteChars -= added
    if (!doc.ok) return doc
    moves.push(...edits.flatMap((edit) => (edit.do === 'moveWork' ? [{ id: edit.id, to: edit.to }] : [])))
    if (doc.value === null) return ok('Nothing had to change: the file says so already.')
    writes++
    documents.note(thread.id, doc.value, tracked.value)
    ports.log('debug', 'doc.edited', { threadId: thread.id, runId: caller.runId, edits: edits.length })
    return ok(writtenText(edits.length, doc.value))
  }
  return { write, writes: () => writes, moves: () => [...moves] }
}

/** Whether git tracks the file, where nothing stands against writing these edits. */
async function checkedTracked(
  parts: ToolParts,
  thread: Thread,
  edits: readonly AgentEdit[],
): Promise<Result<boolean, string>> {
  const problem = editsProblem(edits) ?? (await isAway(parts, thread))
  if (problem !== null) return err(problem)
  const tracked = await parts.ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return err(faultSentence(tracked.error))
  const { turn } = parts.caller
  const isHeartbeat = turn !== null && turn !== 'message'
  return isHeartbeat && (tracked.value || parts.caller.tracked) ? err(TRACKED) : ok(tracked.value)
}

const TRACKED =
  'HEARTBEAT.md is tracked by git here, so a heartbeat leaves it as it is: a change would show ' +
  'up in the owner’s git status. Put outcomes and alerts into `report`; a person may ask for ' +
  'changes by a message.'

const tooManyNotes = (chars: number): string =>
  `Nothing was written: a run adds at most ${MAX.notesCharsPerRun} characters of notes, and ` +
  `this one would have added ${chars}. Keep what later heartbeats need, in ` +
  'fewer words.'

const withAuthor = ({ ports }: ToolParts, thread: Thread, edit: AgentEdit): HeartbeatEdit =>
  edit.do === 'moveWork'
    ? {
        do: 'moveWork',
        id: edit.id,
        to: edit.to,
        by: 'agent',
        at: ports.clock.now(),
        timeZone: zoneOf(thread, ports),
        ...(edit.note !== undefined && { note: edit.note }),
      }
    : edit

/** The list as it is now; null: nothing had to change. */
async function rewriteDoc(
  parts: ToolParts,
  thread: Thread,
  edits: readonly HeartbeatEdit[],
): Promise<Result<HeartbeatDoc | null, string>> {
  const { store, caller, documents } = parts
  let isChanged = false
  let claimed: readonly string[] = []
  let before: HeartbeatDoc | null = null
  const written = await rewrite<string>(parts.ports.files, thread.repoPath, (doc) => {
    const still = mayAct(parts)
    if (!still.ok) return still
    noteTasks(parts, doc)
    documents.versions.seen(still.value, serialize(doc))
    before = doc
    const after = applyAll(doc, edits)
    isChanged = after.ok && after.value !== doc
    if (after.ok && caller.runId !== null) {
      claimed = taken(doc, after.value)
      store.work.claim(thread.id, caller.runId, claimed)
    }
    return after
  })
  if (!written.ok) store.work.release(thread.id, claimed)
  if (!written.ok)
    return err(typeof written.error === 'string' ? written.error : faultSentence(written.error))
  const doc = parse(written.value.text)
  if (caller.runId === null && before !== null) documents.othersMoves.note(thread.id, before, doc)
  noteTasks(parts, doc)
  return ok(isChanged ? doc : null)
}

const writtenText = (edits: number, doc: HeartbeatDoc): string =>
  `Written: ${plural(edits, 'edit')}. HEARTBEAT.md has ` +
  `${plural(doc.tasks.length, 'task')}, ${plural(doc.flags.length, 'raised flag')} and ` +
  `${plural(doc.work.length, 'work item')} now.`
