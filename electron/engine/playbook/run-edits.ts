import { fault, type Fault } from '../../../shared/base/faults.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { WorkItem } from '../../../shared/playbook/work-queue.ts'
import { type HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit.ts'
import { seedText, type RepoTraits } from '../../../shared/playbook/template.ts'
import { workKey, type Verdict } from '../../../shared/runs/judge.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { editHeartbeat } from './edit-heartbeat.ts'
import type { RunContext } from '../runs/execute-run.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { HeartbeatText } from '../ports/repositories.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

// What the engine itself writes into HEARTBEAT.md around a run.

/**
 * HEARTBEAT.md as it stands, and nothing written: where there is none, `file` is null and `text` what would
 * be written. file.missing: git tracks it, so that it is not written over.
 */
export async function readOrDraft(
  thread: Thread,
  tracked: boolean,
  ports: Ports,
): Promise<Result<{ readonly text: string; readonly file: HeartbeatText | null }, Fault>> {
  const read = await ports.files.read(thread.repoPath)
  if (read.ok) return ok({ text: read.value.text, file: read.value })
  if (read.error.code !== 'file.missing') return read
  if (tracked)
    return err(
      fault(
        'file.missing',
        `HEARTBEAT.md of "${thread.name}" is tracked by git but missing from the folder; it is not written over`,
      ),
    )
  const text = await templateFor(thread, ports)
  return text.ok ? ok({ text: text.value, file: null }) : text
}

/**
 * HEARTBEAT.md as it stands; a missing one is written from the template and excluded, an existing one never
 * overwritten.
 */
export async function readOrCreate(
  thread: Thread,
  tracked: boolean,
  { ports }: Pick<RunContext, 'ports'>,
): Promise<Result<HeartbeatText, Fault>> {
  const found = await readOrDraft(thread, tracked, ports)
  if (!found.ok) return found
  const { text, file } = found.value
  if (file !== null) {
    // A file that somebody else wrote must not show up in git status either; without the line the beat goes
    // on all the same.
    const excluded = tracked ? null : await ports.repositories.exclude(thread.repoPath)
    if (excluded?.ok === false)
      ports.log('warn', 'exclude.failed', { threadId: thread.id, code: excluded.error.code })
    return ok(file)
  }
  const excluded = await ports.repositories.exclude(thread.repoPath)
  if (!excluded.ok)
    return err(
      fault(
        'file.write_failed',
        `HEARTBEAT.md was not created, because it would show up in git status: ${excluded.error.message}`,
      ),
    )
  const written = await ports.files.write(thread.repoPath, text, null)
  if (written.ok) return ok({ text, version: written.value, encoding: 'utf-8' })
  // Somebody else created it in the same moment: theirs counts.
  return written.error.code === 'file.conflict' ? ports.files.read(thread.repoPath) : written
}

export async function templateFor(thread: Thread, ports: Ports): Promise<Result<string, Fault>> {
  const traits = await traitsFor(thread, ports)
  return traits.ok ? ok(seedText(traits.value)) : traits
}

export async function traitsFor(thread: Thread, ports: Ports): Promise<Result<RepoTraits, Fault>> {
  const facts = await ports.repositories.facts(thread.repoPath)
  if (!facts.ok) return facts
  const { defaultBranch, remote, hasGh, bare } = facts.value
  return ok({ defaultBranch, remote, hasGh, bare, threadName: thread.name, masterNumber: null })
}

/**
 * One run of a thread at a time: what is in progress before a run has begun was left by a crash. `at`: when
 * the run began.
 */
export const interruptedEdits = (
  doc: HeartbeatDoc,
  at: Instant,
  thread: Thread,
  tracked: boolean,
  ports: Ports,
): readonly HeartbeatEdit[] =>
  tracked
    ? []
    : doc.work
        .filter((w) => w.state === 'in-progress')
        .flatMap((item) => failWork(item, 'interrupted', at, thread, ports))

export async function settleInterruptedWork(
  run: ClaimedRun,
  thread: Thread,
  file: HeartbeatText,
  tracked: boolean,
  ports: Ports,
): Promise<Result<HeartbeatText, Fault>> {
  const edits = interruptedEdits(parse(file.text), run.startedAt, thread, tracked, ports)
  return edits.length === 0 ? ok(file) : editHeartbeat(ports.files, thread.repoPath, edits)
}

/** A failed item goes back to pending by itself only while an explicit `attempts left` says so. */
function failWork(
  item: WorkItem,
  note: string,
  at: Instant,
  thread: Thread,
  ports: Ports,
): readonly HeartbeatEdit[] {
  const move = {
    do: 'moveWork' as const,
    by: 'engine' as const,
    at,
    timeZone: zoneOf(thread, ports),
    id: item.id,
  }
  return [
    { ...move, to: 'failed', note },
    ...((item.attemptsLeft ?? 0) > 0 ? [{ ...move, to: 'pending' as const }] : []),
  ]
}

/**
 * Pending items this thread's runner can take: an agent any, local checks those whose title is an approved
 * command.
 */
export async function workableItems(
  thread: Thread,
  doc: HeartbeatDoc,
  ports: Ports,
  store: Store,
): Promise<ReadonlySet<string>> {
  const pending = doc.work.filter((w) => w.state === 'pending')
  if (thread.agent.kind !== 'local') return new Set(pending.map((w) => w.id))
  const approved = store.permissions.approvals(thread.id)
  const workable = new Set<string>()
  for (const item of pending.slice(0, WORK_LOOKED_AT)) {
    const [command] = await ports.repositories.listCommands(thread.repoPath, [
      { key: workKey(item), tier: 'quick', text: item.title },
    ])
    if (command !== undefined && approved.has(command.hash)) workable.add(item.id)
  }
  return workable
}
const WORK_LOOKED_AT = 20

/** Before: chosen work is marked, and an agent finds its tiers unticked. */
export function openingEdits(
  run: ClaimedRun,
  plan: BeatPlan,
  thread: Thread,
  ports: Ports,
): readonly HeartbeatEdit[] {
  const move = {
    do: 'moveWork' as const,
    by: 'engine' as const,
    at: run.startedAt,
    timeZone: zoneOf(thread, ports),
  }
  return [
    ...plan.work.map((w) => ({ ...move, id: w.id, to: 'in-progress' as const })),
    ...(thread.agent.kind === 'local' ? [] : plan.tiers.map((tier) => ({ do: 'untickTier' as const, tier }))),
  ]
}

/** After: ticks for what passed, unfinished work settled, and the run's start as the tiers' time. */
export function closingEdits(
  run: ClaimedRun,
  plan: BeatPlan,
  result: AgentResult,
  verdict: Verdict,
  after: HeartbeatDoc,
  thread: Thread,
  ports: Ports,
): readonly HeartbeatEdit[] {
  const edits: HeartbeatEdit[] = []
  if (thread.agent.kind === 'local') {
    const passed = new Set(result.tasks.filter((t) => t.status === 'passed').map((t) => t.key))
    for (const tier of plan.tiers) edits.push({ do: 'untickTier', tier })
    for (const task of plan.tasks)
      if (passed.has(task.key)) edits.push({ do: 'tick', key: task.key, on: true })
  }
  for (const item of plan.work) {
    const now = after.work.find((w) => w.id === item.id)
    if (now === undefined || now.state !== 'in-progress') continue
    const done = result.tasks.find((t) => t.key === workKey(item))
    const at = ports.clock.now()
    if (done?.status === 'passed' || done?.status === 'finding')
      edits.push({
        do: 'moveWork',
        by: 'engine',
        at,
        timeZone: zoneOf(thread, ports),
        id: item.id,
        to: done.status === 'passed' ? 'done' : 'failed',
        note: done.note,
      })
    else
      edits.push(
        ...failWork(item, done === undefined ? `not settled by run ${run.id}` : done.note, at, thread, ports),
      )
  }
  for (const tier of verdict.stamps)
    edits.push({ do: 'stamp', tier, at: run.startedAt, timeZone: zoneOf(thread, ports) })
  return edits
}
