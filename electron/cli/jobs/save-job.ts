import type { JobView } from '../../../shared/contract/jobs.ts'
import { momentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Client } from '../kit/socket-client.ts'
import { exact, plain } from '../kit/text.ts'
import { faceOf, ownZone } from '../kit/time-text.ts'
import { noteMissingAgent } from './missing-agent.ts'
import { findJob } from './find-job.ts'
import { readSpec, type JobOptions } from './job-options.ts'
import { showAction, showCommand, showFires } from './show-spec.ts'

export async function addJob(
  cx: Context,
  threadName: string,
  name: string,
  argv: readonly string[],
  o: JobOptions,
): Promise<void> {
  const spec = readSpec(name, o, argv, null, cx.now(), ownZone())
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, threadName)
  const owner = `${thread.number} ${exact(thread.name)}`
  const confirmed = await agreed(
    cx,
    client,
    { spec, threadId: thread.id, owner, folder: thread.repoPath, face: faceOf(snapshot.fleet) },
    o.yes === true,
  )
  const saved = await client.jobs.save({ threadId: thread.id, spec, ...confirmed })
  cx.out.line(`Made ${savedWords(saved, faceOf(snapshot.fleet))}`)
  noteMissingAgent(cx, { threadId: thread.id, action: spec.action }, snapshot)
}

export async function editJob(
  cx: Context,
  name: string,
  argv: readonly string[],
  o: JobOptions & { name?: string },
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const before = await findJob(client, name)
  const spec = readSpec(o.name ?? before.name, o, argv, before, cx.now(), ownZone())
  const folder = snapshot.threads.find((t) => t.id === before.threadId)?.repoPath ?? ''
  const owner = `${before.threadNumber} ${exact(before.threadName)}`
  const confirmed = await agreed(
    cx,
    client,
    {
      id: before.id,
      spec,
      threadId: before.threadId,
      owner,
      folder,
      face: faceOf(snapshot.fleet),
    },
    o.yes === true,
  )
  const saved = await client.jobs.save({ id: before.id, threadId: before.threadId, spec, ...confirmed })
  cx.out.line(`Changed ${savedWords(saved, faceOf(snapshot.fleet))}`)
  noteMissingAgent(cx, { threadId: before.threadId, action: spec.action }, snapshot)
}

const savedWords = ({ id, name, words, nextDueAt }: JobView, face: ClockFace): string =>
  `${id}: ${plain(name)}, ${words}; next ${nextDueAt === null ? 'never' : momentText(nextDueAt, face)}.`

interface Proposal {
  readonly id?: JobId // absent: it is new
  readonly spec: JobSpec
  readonly threadId: ThreadId
  readonly owner: string // number and name of its thread, as a terminal may show them
  readonly folder: string
  readonly face: ClockFace
}

/** Says what will happen, and where something is executed asks; then it was confirmed. */
async function agreed(
  cx: Context,
  client: Client,
  { id, spec, threadId, owner, folder, face }: Proposal,
  isSure: boolean,
): Promise<{ as?: JobId; confirmed?: true; hash?: string }> {
  const preview = await client.jobs.preview({
    schedule: spec.schedule,
    spread: spec.spread,
    executes: { threadId, action: spec.action },
    ...(id === undefined ? { isNew: true as const } : { id }),
  })
  if (preview.problem !== null) throw new CliError(`Nothing was changed: ${preview.problem}`)
  cx.out.line(`${exact(spec.name)} of ${owner}: ${preview.words}`)
  showFires(cx, spec, preview, face)
  showAction(cx, spec.action, folder)
  const { command } = preview
  if (command !== null) showCommand(cx, command, folder)
  else if (spec.action.kind === 'command')
    cx.out.note(
      `${owner} is not trusted, so nothing of it was read: files of it that this runs ask at its first start.`,
    )
  const as = id === undefined && preview.id !== null ? { as: preview.id } : {}
  if (spec.action.kind === 'event') return as
  await requireYes(isSure, 'Execute exactly this at these times?', 'Nothing was changed.')
  return { ...as, confirmed: true, ...(command !== null && { hash: command.hash }) }
}
