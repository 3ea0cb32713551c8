import type { CommandAgain } from '../../../shared/events/command-again.ts'
import { commandEndHead } from '../../../shared/events/command-end.ts'
import { JOB_DEFAULTS } from '../../../shared/jobs/job-bounds.ts'
import { inQuotes } from '../../../shared/base/hidden-text.ts'
import { keepAgentsPage } from '../agents/agents-pages.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import { pagesOf } from '../../../shared/jobs/reflect.ts'
import { firstOf, plural } from '../../../shared/base/amounts.ts'
import { asSentence, faultSentence, type Fault } from '../../../shared/base/faults.ts'
import { approvalAlert, approvalKey, approvalWanted, exchangedKey } from '../jobs/job-approval.ts'
import { neverStarted } from '../jobs/run-again.ts'
import { promptOfJob } from '../jobs/job-prompt.ts'
import type { AgentResult, AgentSpec } from '../ports/agents.ts'
import type { RunEnd } from '../ports/run-record.ts'
import { call } from './call/call.ts'
import { callRunner } from './call/call-runner.ts'
import { go, on, type Begun, type Ended, type Step } from './context.ts'
import { broken, ended, skipped, STOPPED, type EndParts } from './ended.ts'
import { admit } from './gates/admit.ts'
import { judgeAnswer, type CalledQuestion } from './judge.ts'
import { openQuestion, type Question } from './open.ts'
import { record } from './record.ts'
import { bareSpec } from './call/spec.ts'
import { usdLeftOf } from './call/turn.ts'

/** An isolated run: a command, or an agent's turn that looks only. */
export const job = (begun: Begun): Promise<Ended> => admit(begun).then(on(work)).then(record)

function work(begun: Begun): Promise<Ended> | Ended {
  const { run, context } = begun
  if (run.again !== null) return again(begun, run.again)
  const current = run.jobId === null ? null : context.store.jobs.get(run.jobId)
  switch (current?.action.kind) {
    case 'command':
      return command(begun, current, current.action)
    case 'agent':
      return question(begun, current).then(on(openQuestion)).then(on(call)).then(on(judgeWords))
    case 'reflect':
      return question(begun, current).then(on(openQuestion)).then(on(call)).then(on(judgePages))
    default:
      return ended(begun, { verdict: skipped('cancelled') })
  }
}

type Action<Kind extends Job['action']['kind']> = Extract<Job['action'], { readonly kind: Kind }>

/** Runs a command as the call of an agent: a process group of its own, output capped, a deadline. */
function execute(
  begun: Begun,
  { argv, env, limitMs }: Pick<Action<'command'>, 'argv' | 'env' | 'limitMs'>,
  place: Pick<AgentSpec, 'repoPath' | 'anyFolder'>,
): Promise<AgentResult> {
  const { run, context } = begun
  context.store.runs.plan(run.id, [], null, null)
  const agent = { kind: 'command' as const, argv: [...argv], env }
  const spec = { ...bareSpec(begun, '', limitMs), agent, ...place }
  return callRunner(begun, spec)
}

async function command(begun: Begun, current: Job, action: Action<'command'>): Promise<Ended> {
  const { thread, context } = begun
  // From the files as they are now: what was approved and has changed since is not approved.
  const inspected = await context.ports.repositories.inspectCommand(thread.repoPath, action)
  if (!inspected.ok) return ended(begun, { verdict: broken(inspected.error) })
  const { request, exchanged } = inspected.value
  const why = approvalWanted(context.store.permissions, thread.id, request)
  if (why !== null)
    return ended(begun, {
      verdict: { outcome: 'blocked', summary: `Not started. ${why}` },
      alerts: { raised: [approvalAlert(current, why)] },
    })
  const { end, ...rest } = await started(begun, action)
  return { ...rest, end: withExchanged(end, current, request.fileHash === null ? [] : await exchanged()) }
}

/** Between the reading and the end others could exchange what was approved. */
function withExchanged(end: RunEnd, { id, name }: Job, files: readonly string[]): RunEnd {
  const { verdict, alerts } = end
  const cleared = [...alerts.cleared, approvalKey(id)]
  const key = exchangedKey(id)
  if (files.length === 0) return { ...end, alerts: { ...alerts, cleared: [...cleared, key] } }
  const changed = `${firstOf(files, 5)} changed while it ran, by it or by others: what was executed may not be what was approved.`
  const raised = { key, severity: 'warning', text: `The job ${inQuotes(name)}: ${changed}` } as const
  return {
    ...end,
    verdict: {
      ...verdict,
      outcome: verdict.outcome === 'quiet' ? 'alert' : verdict.outcome,
      summary: `${changed} ${verdict.summary}`,
    },
    alerts: { raised: [...alerts.raised, raised], cleared },
  }
}

async function started(begun: Begun, action: Action<'command'>): Promise<Ended> {
  const { status, fault, text, output, exitCode } = await execute(begun, action, {
    repoPath: begun.thread.repoPath,
  })
  const parts = { turn: { output, exitCode }, conversation: { reply: text } }
  if (status === 'stopped') return ended(begun, { ...parts, verdict: STOPPED })
  if (fault !== null)
    return ended(
      begun,
      { ...parts, verdict: { ...broken(fault), summary: commandWords(fault) } },
      { jobText: tailOf(output) },
    )
  const summary = `Ended with exit code ${exitCode ?? 0}.`
  return ended(
    begun,
    { ...parts, verdict: { outcome: 'quiet', summary } },
    { jobText: tailOf(text || output) },
  )
}

/** No runner failed where a command ended with another exit code. */
const commandWords = (fault: Fault): string =>
  fault.code === 'agent.exit_nonzero' ? fault.message : faultSentence(fault)

/** A command that a person ran again. Only its exit code says how it ended, as it did the first time. */
async function again(begun: Begun, { name, argv, folder }: CommandAgain): Promise<Ended> {
  const action = { argv: [...argv], env: {}, limitMs: JOB_DEFAULTS.limitMs }
  const { status, fault, output, exitCode, durationMs } = await execute(begun, action, {
    repoPath: folder,
    anyFolder: true,
  })
  const parts = { turn: { output, exitCode }, conversation: { reply: '' } }
  if (status === 'stopped') return ended(begun, { ...parts, verdict: STOPPED })
  const isWell = exitCode === 0 || status === 'completed'
  const problem = neverStarted(fault) ? fault.message : null
  const summary =
    exitCode === null && fault !== null && problem === null
      ? `Command "${name}" did not end by itself: ${asSentence(faultSentence(fault))}`
      : commandEndHead(name, {
          code: exitCode ?? (problem === null ? 0 : null),
          signal: null,
          problem,
          durationMs,
        })
  const verdict: EndParts['verdict'] =
    isWell || fault === null ? { outcome: 'quiet', summary } : { ...broken(fault), summary }
  return ended(begun, { ...parts, verdict }, { jobText: output })
}

const TAIL_CHARS = 1500
const tailOf = (output: string): string =>
  output.length <= TAIL_CHARS
    ? output
    : `… (${output.length - TAIL_CHARS} characters before this)\n${output.slice(-TAIL_CHARS)}`

async function question(begun: Begun, current: Job): Promise<Step<Question>> {
  const { run, thread, context } = begun
  const { budget, settings } = context
  const objection = run.reasons.includes('manual') ? null : budget.objection(thread, false, settings)
  if (objection !== null) return ended(begun, { verdict: skipped('over_budget', [], `${objection}.`) })
  return go({
    ...begun,
    prompt: await promptOfJob(current, thread, run.startedAt, context),
    request: {
      kind: current.action.kind === 'reflect' ? 'daily' : 'message',
      session: null,
      usdLeft: usdLeftOf(run, thread, context),
    },
  })
}

function judgeWords(called: CalledQuestion): Ended {
  const { status, text } = called.answer.result
  const parts = judgeAnswer(called)
  if (status !== 'completed') return ended(called, parts)
  const conversation = { ...parts.conversation, knowledge: text.trim() === '' ? null : text }
  return ended(called, { ...parts, conversation }, { jobText: text })
}

/** A reflection writes pages; what it says besides is not told on. */
function judgePages(called: CalledQuestion): Ended {
  const { thread, context } = called
  const { status, text } = called.answer.result
  const parts = judgeAnswer(called)
  if (status !== 'completed') return ended(called, parts)
  const now = context.ports.clock.now()
  const written = new Set<string>()
  const left = new Set<string>()
  const refused: string[] = []
  for (const page of pagesOf(text)) {
    const kept = keepAgentsPage({ ...page, kind: null }, thread.id, context.store, now)
    if (kept.ok) written.add(kept.value.page.title)
    else if (kept.error.isPersons) left.add(kept.error.title)
    else refused.push(`${inQuotes(kept.error.title)}: ${kept.error.problem}`)
  }
  if (written.size + left.size === 0) return ended(called, { ...parts, verdict: noPage(refused) })
  const summary = [
    ...(written.size > 0 ? [`Wrote ${plural(written.size, 'page')}: ${[...written].join(', ')}.`] : []),
    ...(left.size > 0 ? [`Left, because a person wrote it or may have: ${[...left].join(', ')}.`] : []),
    ...(refused.length > 0 ? [`Not taken: ${refused.join(' ')}`] : []),
  ].join(' ')
  return ended(called, { ...parts, verdict: { ...parts.verdict, summary } })
}

const noPage = (refused: readonly string[]): EndParts['verdict'] =>
  broken({
    code: 'agent.bad_output',
    message:
      refused.length === 0
        ? 'The reflection holds no page: each begins with a line "# Title".'
        : `The reflection holds no page that can be kept. ${refused.join(' ')}`,
  })
