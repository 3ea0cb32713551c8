import type { Job } from '../../shared/job.ts'
import { judgeMessage } from '../../shared/judge.ts'
import { jobPrompt, pagesOf, reflectPrompt } from '../../shared/reflect.ts'
import type { Thread } from '../../shared/thread.ts'
import { DAY, formatLocal } from '../../shared/time.ts'
import { prepareTurn } from './agent-turn.ts'
import { broken, skipped, touchedBy, undecidedOf, usdLeftOf, type Finish, type RunContext } from './execute-run.ts'
import { zoneOf } from './pace.ts'
import type { ClaimedRun } from './store-port.ts'

/** How far back a reflection looks. */
const REFLECT_MS = 14 * DAY
const REFLECT_RUNS = 60

/** An isolated run: a command, or an agent's turn that looks only. */
export async function workJob(run: ClaimedRun, thread: Thread, context: RunContext, finish: Finish, signal: AbortSignal): Promise<void> {
  const { ports, store, settings, budget } = context
  const job = run.jobId === null ? null : store.job(run.jobId)
  if (job === null || job.action.kind === 'event') return finish(skipped('cancelled', []))
  try {
    if (job.action.kind === 'command') await command(job.action)
    else await turn(job)
  } catch (error) {
    finish(broken({ code: 'bug', message: error instanceof Error ? error.message : String(error) }))
  }

  async function command(action: Extract<Job['action'], { kind: 'command' }>): Promise<void> {
    store.planRun(run.id, [], null, null)
    const result = await ports.agents.run(
      {
        runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: { kind: 'command', argv: action.argv, env: action.env }, prompt: '', tasks: [], flags: [], approved: () => false, turn: null, tools: null,
        deadlineMs: action.limitMs, taskTimeoutMs: action.limitMs, onProgress: context.onProgress, onProcess: () => {},
      },
      signal,
    )
    const facts = { output: result.output, exitCode: result.exitCode, reply: result.text }
    if (result.status === 'stopped') return finish({ ...facts, outcome: 'stopped', summary: 'Stopped before it ended.' })
    if (result.fault !== null) return finish({ ...facts, ...broken(result.fault) }, tailOf(result.output))
    finish({ ...facts, outcome: 'quiet', summary: `Ended with exit code ${result.exitCode ?? 0}.` }, tailOf(result.text || result.output))
  }

  async function turn(of: Job): Promise<void> {
    const isAsked = run.reasons.includes('manual')
    const objection = isAsked ? null : budget.objection(thread, false, settings)
    if (objection !== null) return finish({ ...skipped('over_budget', []), summary: `Skipped: ${objection}.` })
    const tracked = await ports.repositories.isTracked(thread.repoPath)
    const prepared = await prepareTurn(run, thread, { kind: of.action.kind === 'reflect' ? 'daily' : 'message', tracked: tracked.ok && tracked.value, session: null, usdLeft: isAsked ? null : usdLeftOf(run, thread, context) }, context)
    const about = { number: thread.number, name: thread.name, job: of.name, now: formatLocal(run.startedAt, zoneOf(thread, ports)), zone: zoneOf(thread, ports) }
    const prompt = of.action.kind === 'agent' ? jobPrompt(of.action.prompt, about) : await reflection(about)
    store.planRun(run.id, [], prompt, prepared.start)
    const result = await ports.agents.run(
      {
        runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: thread.agent, prompt, tasks: [], flags: [], approved: () => false, ...prepared.spec,
        deadlineMs: settings.dailyLimitMs, taskTimeoutMs: settings.dailyLimitMs, onProgress: context.onProgress, onProcess: () => {},
      },
      signal,
    )
    const collected = prepared.close()
    context.onResult(thread, result)
    const touched = await touchedBy(prepared, thread, ports)
    const refused = undecidedOf(result, prepared)
    const verdict = judgeMessage({ result, report: collected.report, turn: result.turn, refused, touched })
    const facts = { output: result.output, exitCode: result.exitCode, prompt, reply: result.text, turn: result.turn, report: collected.report, touched, refused }
    if (result.status !== 'completed') return finish({ ...facts, ...verdict })
    if (of.action.kind === 'agent') return finish({ ...facts, ...verdict, knowledge: result.text.trim() === '' ? null : result.text }, result.text)
    const pages = pagesOf(result.text)
    if (pages.length === 0) return finish({ ...facts, ...broken({ code: 'agent.bad_output', message: 'The reflection holds no page: each begins with a line "# Title".' }) })
    store.writePages(thread.id, pages, ports.clock.now())
    finish({ ...facts, ...verdict, summary: `Wrote ${pages.length === 1 ? 'one page' : `${pages.length} pages`}: ${pages.map((p) => p.title).join(', ')}.` })
  }

  async function reflection(about: Parameters<typeof reflectPrompt>[0]): Promise<string> {
    const since = run.startedAt - REFLECT_MS
    const runs = store.runPage({ threadId: thread.id, limit: REFLECT_RUNS }).runs.filter((r) => r.startedAt >= since && r.outcome !== null && r.outcome !== 'unchanged')
    const file = await ports.files.read(thread.repoPath)
    return reflectPrompt(about, {
      runs: runs.map((r) => ({ at: formatLocal(r.startedAt, about.zone), outcome: r.outcome!, summary: r.summary ?? '', reply: store.runDetail(r.id)?.reply ?? '' })),
      playbook: file.ok ? file.value.text : '',
      pages: store.pages(thread.id),
    })
  }
}

const TAIL_CHARS = 1500
const tailOf = (output: string): string => (output.length <= TAIL_CHARS ? output : `… (${output.length - TAIL_CHARS} characters before this)\n${output.slice(-TAIL_CHARS)}`)
