import type { Job } from '../../../shared/jobs/job.ts'
import { jobPrompt, reflectPrompt } from '../../../shared/jobs/reflect.ts'
import type { Run, RunOutcome } from '../../../shared/runs/run.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY, formatLocal, type Instant } from '../../../shared/base/time.ts'
import type { Clock, Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { breath } from '../pulse/breath.ts'
import { zoneOf } from '../schedule/pace.ts'

interface PromptSources {
  readonly ports: Pick<Ports, 'clock' | 'files'>
  readonly store: Pick<Store, 'runs' | 'jobs' | 'knowledge'>
}

/** What the agent of a job is asked. */
export async function promptOfJob(
  job: Job,
  thread: Thread,
  now: Instant,
  sources: PromptSources,
): Promise<string> {
  const zone = zoneOf(thread, sources.ports)
  const about = {
    number: thread.number,
    name: thread.name,
    job: job.name,
    now: formatLocal(now, zone),
    zone,
  }
  if (job.action.kind === 'agent') return jobPrompt(job.action.prompt, about)
  return reflectPrompt(about, await reflectionOf(job, thread, now, zone, sources))
}

/** How far back a reflection looks that has not been made before, and at most and at least. */
const REFLECT_MS = 7 * DAY
const MOST_REFLECT_MS = 31 * DAY
const REFLECT_RUNS = 60

async function reflectionOf(
  job: Job,
  thread: Thread,
  now: Instant,
  zone: string,
  { ports, store }: PromptSources,
): Promise<Parameters<typeof reflectPrompt>[1]> {
  const from = reflectsFrom(job, now, store)
  const runs = await runsSince(from, thread, store, ports.clock)
  const telling = runs.filter(({ outcome }) => outcome !== 'unchanged')
  // What was not quiet says more; of each kind the newest.
  const chosen = new Set(
    [...telling.filter((r) => r.outcome !== 'quiet'), ...telling.filter((r) => r.outcome === 'quiet')]
      .slice(0, REFLECT_RUNS)
      .map(({ id }) => id),
  )
  const file = await ports.files.read(thread.repoPath)
  return {
    from: formatLocal(from, zone),
    to: formatLocal(now, zone),
    days: dayCounts(runs, zone),
    counted: telling.length - chosen.size,
    runs: telling.flatMap(({ id, startedAt, outcome, summary }) =>
      chosen.has(id)
        ? [
            {
              at: formatLocal(startedAt, zone),
              outcome,
              summary: summary ?? '',
              reply: store.runs.detail(id)?.reply ?? '',
            },
          ]
        : [],
    ),
    playbook: file.ok ? file.value.text : '',
    pages: store.knowledge.pages(thread.id),
  }
}

/** Since the job's last reflection: a weekly one looks back a week. */
function reflectsFrom(job: Job, now: Instant, { jobs }: Pick<Store, 'jobs'>): Instant {
  const last = jobs.runs(job.id, 50).find((run) => run.state === 'ok')?.startedAt ?? null
  if (last === null) return now - REFLECT_MS
  return Math.max(now - MOST_REFLECT_MS, Math.min(last, now - DAY))
}

type Ended = Run & { readonly outcome: RunOutcome }

/** Newest first. */
async function runsSince(
  from: Instant,
  { id }: Thread,
  { runs }: Pick<Store, 'runs'>,
  clock: Clock,
): Promise<readonly Ended[]> {
  const found: Ended[] = []
  for (let before: string | undefined; ; ) {
    const page = runs.page({ threadId: id, before, limit: 200 })
    const within = page.runs.filter((run) => run.startedAt >= from)
    found.push(...within.filter((run): run is Ended => run.outcome !== null))
    if (page.next === null || within.length < page.runs.length) return found
    before = page.next
    await breath(clock)
  }
}

/** "2026-11-20: 40 quiet, 100 unchanged", the oldest day first. */
function dayCounts(runs: readonly Ended[], zone: string): readonly string[] {
  const days = new Map<string, Map<RunOutcome, number>>()
  for (const { startedAt, outcome } of [...runs].reverse()) {
    const day = formatLocal(startedAt, zone).slice(0, 10)
    const of = days.get(day) ?? new Map<RunOutcome, number>()
    days.set(day, of.set(outcome, (of.get(outcome) ?? 0) + 1))
  }
  return [...days].map(
    ([day, of]) => `${day}: ${[...of].map(([outcome, n]) => `${n} ${outcome}`).join(', ')}`,
  )
}
