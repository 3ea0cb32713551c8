import type { Refusal, Report } from '../../../shared/agents/agent-turn.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { judgeMessage } from '../../../shared/runs/judge.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Attachment } from '../../../shared/runs/run.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { prepareTurn, type PreparedTurn, type TurnRequest } from './agent-turn.ts'
import type { RunContext } from './execute-run.ts'
import type { Ports } from '../ports/ports.ts'
import type { AgentResult, AgentSpec } from '../ports/agents.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { EndParts } from './ending.ts'

/** What a call of a thread's runner left behind. */
interface CallEnd {
  readonly result: AgentResult
  readonly report: Report | null
  readonly moves: ReturnType<PreparedTurn['close']>['moves']
  readonly touched: string | null // what differs in the repository after a look-only run
  readonly refused: readonly Refusal[] // calls that were refused and that nobody has decided about
  readonly attachments: readonly Attachment[]
  readonly usedRules: readonly string[]
}

/**
 * Calls the thread's runner and gathers what it left; its tools are out of reach from then on. `turn` null:
 * local checks.
 */
export async function callRunner(
  spec: AgentSpec,
  turn: PreparedTurn | null,
  thread: Thread,
  { ports, onResult }: Pick<RunContext, 'ports' | 'onResult'>,
  signal: AbortSignal,
): Promise<CallEnd> {
  const result = await ports.agents.run(spec, signal)
  const collected = turn?.close() ?? null
  onResult(thread, result)
  return {
    result,
    report: collected?.report ?? null,
    moves: collected?.moves ?? [],
    touched: turn === null ? null : await touchedBy(turn, thread, ports),
    refused: result.turn?.refusals.filter((r) => turn?.answered.has(r.rule) !== true) ?? [],
    attachments: await attachmentsOf(collected?.report?.attachments ?? [], thread, ports),
    // A permission for one run is used up by a run whose agent did start.
    usedRules:
      turn !== null && result.turn !== null && (result.turn.sessionId !== null || result.turn.callCount > 0)
        ? turn.once
        : [],
  }
}

/** A call that works no list. */
export const bareSpec = (
  run: ClaimedRun,
  thread: Thread,
  prompt: string,
  limitMs: number,
  { onProgress, onOutput }: Pick<RunContext, 'onProgress' | 'onOutput'>,
): AgentSpec => ({
  runId: run.id,
  marker: run.marker,
  repoPath: thread.repoPath,
  agent: thread.agent,
  prompt,
  tasks: [],
  flags: [],
  approved: () => false,
  turn: null,
  tools: null,
  deadlineMs: limitMs,
  taskTimeoutMs: limitMs,
  onProgress,
  onOutput,
  onProcess: () => {},
})

interface Asked {
  readonly turn: PreparedTurn
  readonly result: AgentResult
  readonly end: EndParts
}

/** One prompt and its answer, judged: how messages and jobs use an agent. */
export async function askAgent(
  run: ClaimedRun,
  thread: Thread,
  prompt: string,
  request: Omit<TurnRequest, 'tracked'>,
  context: RunContext,
  signal: AbortSignal,
): Promise<Asked> {
  const { ports, store, settings } = context
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  const turn = await prepareTurn(run, thread, { ...request, tracked: tracked.ok && tracked.value }, context)
  store.runs.plan(run.id, [], prompt, turn.start)
  const { result, report, touched, refused, attachments, usedRules } = await callRunner(
    { ...bareSpec(run, thread, prompt, settings.dailyLimitMs, context), ...turn.spec },
    turn,
    thread,
    context,
    signal,
  )
  const { raised, cleared, ...verdict } = judgeMessage({
    result,
    report,
    turn: result.turn,
    refused,
    touched,
  })
  return {
    turn,
    result,
    end: {
      verdict,
      turn: {
        output: result.output,
        exitCode: result.exitCode,
        prompt,
        agent: result.turn,
        report,
        touched,
        refused,
        attachments,
        usedRules,
      },
      conversation: { reply: result.text },
      alerts: { raised, cleared },
    },
  }
}

async function touchedBy({ before }: PreparedTurn, thread: Thread, ports: Ports): Promise<string | null> {
  if (before === null) return null
  const differs = await differenceSince(thread, before, ports)
  return differs.ok ? differs.value : `The repository cannot be looked at any more: ${differs.error.message}`
}

/**
 * What differs in the repository since then, in words; null: nothing. An error: it cannot be looked at any
 * more.
 */
export async function differenceSince(
  thread: Thread,
  before: RepositoryLook,
  ports: Ports,
): Promise<Result<string | null, Fault>> {
  const after = await ports.repositories.look(thread.repoPath)
  return after.ok ? ok(await ports.repositories.difference(thread.repoPath, before, after.value)) : after
}

async function attachmentsOf(
  paths: readonly string[],
  thread: Thread,
  ports: Ports,
): Promise<readonly Attachment[]> {
  const found = await Promise.all(
    paths.map(async (path) => ({
      name: path.split(/[\\/]/).at(-1) ?? path,
      mime: mimeOf(path),
      file: await ports.repositories.attachment(thread.repoPath, path),
    })),
  )
  return found.flatMap(({ name, mime, file }) =>
    file === null ? [] : [{ name, mime, path: file.path, bytes: file.bytes }],
  )
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
