import { PRESETS } from '../../../../shared/agents/presets.ts'
import { commandToCopy } from '../../../../shared/alerts/hand-over.ts'
import type { RunId } from '../../../../shared/base/ids.ts'
import type { RunDetail } from '../../../../shared/runs/run.ts'
import type { Store } from '../../ports/store.ts'
import { lookup } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'
import { followRun } from './follow-run.ts'
import { runOutputHandlers } from './run-output.ts'

const PICTURE_BYTES = 8_000_000

/** Runs on record and in flight, what they left, and going on in their session. */
export function runHandlers(parts: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'shell' | 'handOver'>) {
  const { ports, store, handOver } = parts
  const { trustedOr } = lookup(store)
  return {
    page: os.runs.page.handler(({ input }) => store.runs.page(input)),
    get: os.runs.get.handler(({ input, errors }) => {
      const run = detailOf(input.id, store)
      if (run === null) throw errors.NOT_FOUND({ message: `There is no run ${input.id}.` })
      return run
    }),
    attachment: os.runs.attachment.handler(async ({ input, errors }) => {
      const run = store.runs.detail(input.id)
      const file = run?.attachments[input.index]
      const thread = run === null ? null : store.threads.get(run.threadId)
      if (file === undefined || thread === null || thread.trustedAt === null)
        throw errors.NOT_FOUND({ message: 'There is no such file.' })
      const bytes = await ports.repositories.readAttachment(thread.repoPath, file.path, PICTURE_BYTES)
      if (bytes === null)
        throw errors.NOT_FOUND({
          message: `${file.name} is not there any more, or larger than ${PICTURE_BYTES / 1_000_000} MB.`,
        })
      return { mime: file.mime, base64: Buffer.from(bytes).toString('base64') }
    }),
    resume: os.runs.resume.handler(async ({ input, context, errors }) => {
      // It starts a program on this desktop: nobody but the person before it asks for that.
      if (context.origin === 'socket' || handOver === undefined)
        throw errors.UNAVAILABLE({
          message: 'Only the window opens a terminal. The run’s page has the command to copy.',
        })
      const run = detailOf(input.id, store)
      if (run === null) throw errors.NOT_FOUND({ message: `There is no run ${input.id}.` })
      trustedOr(run.threadId, errors)
      if (run.resume === null) throw errors.CONFLICT({ message: 'This run kept no session to go on in.' })
      const { argv, folder } = run.resume
      const written = await handOver.write(run.id, run.reply)
      if (!written.ok) throw errors.UNAVAILABLE({ message: written.error.message })
      const { file } = written.value
      const started = await handOver.open(folder, argv, file)
      ports.log('info', 'run.resumed', { threadId: run.threadId, runId: run.id, opened: started.ok })
      return {
        opened: started.ok,
        command: commandToCopy(handOver.platform, folder, argv),
        file,
        why: started.ok ? null : started.error.message,
      }
    }),
    follow: followRun(parts),
    ...runOutputHandlers(parts),
  }
}

/** With the way on in its session, where there is one. null: there is no such run. */
function detailOf(id: RunId, store: Pick<Store, 'threads' | 'runs'>): RunDetail | null {
  const run = store.runs.detail(id)
  const thread = run === null ? null : store.threads.get(run.threadId)
  const sessionId = run?.turn?.sessionId ?? null
  if (run === null || thread === null || thread.agent.kind !== 'cli' || sessionId === null) return run
  const isKept = run.kind === 'message' || thread.session === 'resume'
  const { name, resumeArgs } = PRESETS[thread.agent.cli]
  const program = thread.agent.program ?? PRESETS[thread.agent.cli].program
  if (!isKept || resumeArgs === null || program === null || run.runner !== name) return run
  const argv = [program, ...resumeArgs, sessionId]
  return { ...run, resume: { argv, folder: thread.repoPath } }
}
