import type { Job } from '../../../shared/jobs/job.ts'
import { jobPrompt, pagesOf, reflectPrompt } from '../../../shared/jobs/reflect.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY, formatLocal } from '../../../shared/base/time.ts'
import { askAgent, bareSpec } from '../runs/agent-call.ts'
import { usdLeftOf } from '../runs/agent-turn.ts'
import { broken, skipped, STOPPED } from '../runs/ending.ts'
import type { Finish, RunContext } from '../runs/execute-run.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { ClaimedRun } from '../ports/records.ts'

/** How far back a reflection looks. */
const REFLECT_MS = 14 * DAY
const REFLECT_RUNS = 60

/** An isolated run: a command, or an agent's turn that looks only. */
export async function workJob(
  run: ClaimedRun,
  thread: Thread,
  context: RunContext,
  finish: Finish,
  signal: AbortSignal,
): Promise<void> {
  const { ports, store, settings, budget } = context
  const job = run.jobId === null ? null : store.jobs.get(run.jobId)
  if (job === null || job.action.kind === 'event') return finish({ verdict: skipped('cancelled') })
  return job.action.kind === 'command' ? command(job.action) : turn(job)

  async function command(action: Extract<Job['action'], { kind: 'command' }>): Promise<void> {
    store.runs.plan(run.id, [], null, null)
    const agent = { kind: 'command' as const, argv: action.argv, env: action.env }
    const result = await ports.agents.run(
      { ...bareSpec(run, thread, '', action.limitMs, context), agent },
      signal,
    )
    const facts = {
      turn: { output: result.output, exitCode: result.exitCode },
      conversation: { reply: result.text },
    }
    if (result.status === 'stopped') return finish({ ...facts, verdict: STOPPED })
    if (result.fault !== null)
      return finish({ ...facts, verdict: broken(result.fault) }, tailOf(result.output))
    const summary = `Ended with exit code ${result.exitCode ?? 0}.`
    finish({ ...facts, verdict: { outcome: 'quiet', summary } }, tailOf(result.text || result.output))
  }

  async function turn(of: Job): Promise<void> {
    const isAsked = run.reasons.includes('manual')
    const objection = isAsked ? null : budget.objection(thread, false, settings)
    if (objection !== null) return finish({ verdict: skipped('over_budget', [], `Skipped: ${objection}.`) })
    const about = {
      number: thread.number,
      name: thread.name,
      job: of.name,
      now: formatLocal(run.startedAt, zoneOf(thread, ports)),
      zone: zoneOf(thread, ports),
    }
    const prompt = of.action.kind === 'agent' ? jobPrompt(of.action.prompt, about) : await reflection(about)
    const { result, end } = await askAgent(
      run,
      thread,
      prompt,
      {
        kind: of.action.kind === 'reflect' ? 'daily' : 'message',
        session: null,
        usdLeft: usdLeftOf(run, thread, context),
      },
      context,
      signal,
    )
    if (result.status !== 'completed') return finish(end)
    if (of.action.kind === 'agent')
      return finish(
        {
          ...end,
          conversation: {
            ...end.conversation,
            knowledge: result.text.trim() === '' ? null : result.text,
          },
        },
        result.text,
      )
    const pages = pagesOf(result.text)
    if (pages.length === 0)
      return finish({
        ...end,
        verdict: broken({
          code: 'agent.bad_output',
          message: 'The reflection holds no page: each begins with a line "# Title".',
        }),
      })
    store.knowledge.writePages(thread.id, pages, ports.clock.now())
    finish({
      ...end,
      verdict: {
        ...end.verdict,
        summary:
          `Wrote ${pages.length === 1 ? 'one page' : `${pages.length} pages`}: ` +
          `${pages.map((p) => p.title).join(', ')}.`,
      },
    })
  }

  async function reflection(about: Parameters<typeof reflectPrompt>[0]): Promise<string> {
    const since = run.startedAt - REFLECT_MS
    const runs = store.runs
      .page({ threadId: thread.id, limit: REFLECT_RUNS })
      .runs.filter((r) => r.startedAt >= since && r.outcome !== null && r.outcome !== 'unchanged')
    const file = await ports.files.read(thread.repoPath)
    return reflectPrompt(about, {
      runs: runs.map((r) => ({
        at: formatLocal(r.startedAt, about.zone),
        outcome: r.outcome!,
        summary: r.summary ?? '',
        reply: store.runs.detail(r.id)?.reply ?? '',
      })),
      playbook: file.ok ? file.value.text : '',
      pages: store.knowledge.pages(thread.id),
    })
  }
}

const TAIL_CHARS = 1500
const tailOf = (output: string): string =>
  output.length <= TAIL_CHARS
    ? output
    : `… (${output.length - TAIL_CHARS} characters before this)\n${output.slice(-TAIL_CHARS)}`
