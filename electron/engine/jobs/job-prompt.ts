import type { Job } from '../../../shared/jobs/job.ts'
import { jobPrompt, reflectPrompt } from '../../../shared/jobs/reflect.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY, formatLocal, type Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { zoneOf } from '../schedule/pace.ts'

interface PromptSources {
  readonly ports: Pick<Ports, 'clock' | 'files'>
  readonly store: Pick<Store, 'runs' | 'knowledge'>
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
  return reflectPrompt(about, await reflectionOf(thread, now, zone, sources))
}

/** How far back a reflection looks. */
const REFLECT_MS = 14 * DAY
const REFLECT_RUNS = 60

async function reflectionOf(
  thread: Thread,
  now: Instant,
  zone: string,
  { ports, store }: PromptSources,
): Promise<Parameters<typeof reflectPrompt>[1]> {
  const { runs } = store.runs.page({ threadId: thread.id, limit: REFLECT_RUNS })
  const file = await ports.files.read(thread.repoPath)
  return {
    runs: runs.flatMap(({ id, startedAt, outcome, summary }) =>
      startedAt < now - REFLECT_MS || outcome === null || outcome === 'unchanged'
        ? []
        : [
            {
              at: formatLocal(startedAt, zone),
              outcome,
              summary: summary ?? '',
              reply: store.runs.detail(id)?.reply ?? '',
            },
          ],
    ),
    playbook: file.ok ? file.value.text : '',
    pages: store.knowledge.pages(thread.id),
  }
}
