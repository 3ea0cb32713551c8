import type { GitGlance } from '../../../../shared/events/git-glance.ts'
import type { Refusal, Report } from '../../../../shared/agents/agent-turn.ts'
import type { ReportedScore } from '../../../../shared/attempts/attempt.ts'
import type { MadeMove } from '../../../../shared/runs/work-check.ts'
import type { Attachment } from '../../../../shared/runs/run.ts'
import type { Restraint } from '../../../../shared/runs/judge/verdict.ts'
import { NOTHING_WRITTEN, type WrittenDown } from '../../attempts/daily/keep-daily.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { AgentResult } from '../../ports/agents.ts'
import type { Ports } from '../../ports/ports.ts'
import { differenceSince } from '../../threads/difference.ts'
import { canResume } from '../../agents/sessions.ts'
import { watchTurn, type TurnWatch } from '../../attempts/turn-watch.ts'
import { callRunner } from './call-runner.ts'
import { go, type Step } from '../context.ts'
import type { Opened } from '../open.ts'
import type { PreparedTurn } from './turn.ts'

/** What a call of a thread's runner left behind. */
export interface Answer {
  readonly result: AgentResult
  readonly isInterrupted: boolean // its turn, to be asked something in the same session
  readonly report: Report | null
  readonly scores: readonly ReportedScore[] // in the order in which its agent reported them
  readonly written: WrittenDown
  readonly moves: readonly MadeMove[]
  readonly touched: string | null // what differs in the repository after a run that was to leave it as it is
  readonly restraint: Restraint | undefined // undefined: no agent was called
  readonly refused: readonly Refusal[] // calls that were refused and that nobody has decided about
  readonly attachments: readonly Attachment[]
  readonly usedRules: readonly string[]
}

export interface Called {
  readonly answer: Answer
}

/** Calls the thread's runner and gathers what it left; its tools are out of reach from then on. */
export async function call<O extends Opened>(opened: O): Promise<Step<O & Called>> {
  const { thread, turn, spec, context } = opened
  const { ports, onResult } = context
  const watch = watched(opened)
  if (turn !== null) context.silence.begins()
  const result = await callRunner(opened, { ...spec, interrupt: watch?.interrupt })
  context.silence.ends()
  const isInterrupted = watch?.end() === true && result.status === 'stopped'
  const collected = turn?.close() ?? null
  if (turn !== null) await noteList(opened)
  onResult(thread, result)
  const report = collected?.report ?? null
  const answer: Answer = {
    // What stood there before an agent worked says nothing of now.
    result: turn === null ? result : { ...result, glance: await glanceAfter(thread, ports) },
    isInterrupted,
    report,
    scores: collected?.scores ?? [],
    written: collected?.written ?? NOTHING_WRITTEN,
    moves: collected?.moves ?? [],
    touched: turn === null ? null : await touchedBy(turn, thread, ports),
    restraint: turn?.restraint,
    refused: result.turn?.refusals.filter(({ rule }) => turn?.answered.has(rule) !== true) ?? [],
    attachments: await attachmentsOf(report, thread, ports),
    usedRules: turn === null ? [] : usedRules(turn, result),
  }
  return go({ ...opened, answer })
}

/** null: its turn is not measured, or could not be resumed. */
const watched = ({ run, thread, turn, context }: Opened): TurnWatch | null =>
  turn?.spec.turn?.keepSession === true && context.desk.metric(thread.id) !== null && canResume(thread)
    ? watchTurn(run, thread, context.desk, context.ports.clock)
    : null

/** What the agent wrote into the list itself is known as this run's; what comes later is somebody else's. */
async function noteList({ thread, context }: Opened): Promise<void> {
  const file = await context.ports.files.read(thread.repoPath)
  if (file.ok && file.value.encoding === 'utf-8') context.documents.versions.wrote(thread, file.value.text)
}

const glanceAfter = async ({ repoPath }: Thread, { repositories }: Ports): Promise<GitGlance | null> => {
  const glance = await repositories.glance(repoPath)
  return glance.ok ? glance.value : null
}

/** A permission for one run is used up by a run whose agent did start. */
const usedRules = ({ once }: PreparedTurn, { turn }: AgentResult): readonly string[] =>
  turn !== null && (turn.sessionId !== null || turn.callCount > 0) ? once : []

async function touchedBy({ before }: PreparedTurn, thread: Thread, ports: Ports): Promise<string | null> {
  if (before === null) return null
  const difference = await differenceSince(thread, before, ports)
  if (difference.ok) return difference.value
  return `The repository cannot be looked at any more: ${difference.error.message}`
}

async function attachmentsOf(
  report: Report | null,
  thread: Thread,
  { repositories }: Ports,
): Promise<readonly Attachment[]> {
  const attachments = await Promise.all(
    (report?.attachments ?? []).map(async (path) => {
      const file = await repositories.attachment(thread.repoPath, path)
      const name = path.split(/[\\/]/).at(-1) ?? path
      return file === null ? null : { name, mime: mimeOf(path), path: file.path, bytes: file.bytes }
    }),
  )
  return attachments.filter((attachment) => attachment !== null)
}

const MIME: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  md: 'text/markdown',
  json: 'application/json',
  pdf: 'application/pdf',
}
const mimeOf = (path: string): string =>
  MIME[/\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
