import { parseDuration } from '../../../shared/base/time.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { chooseThreads } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

export const pauseCommand: Define = (command, cx) =>
  command
    .description('start no beats for a while; one asked for by hand still runs')
    .argument('[thread]', THREAD_WORDS)
    .option('--all', 'everything')
    .option('--for <duration>', 'such as 1h; until resumed if not given')
    .option('--reason <text>', 'shown while it lasts', '')
    .action((name: string | undefined, o: PauseOptions) => pause(cx, name, o))

export const resumeCommand: Define = (command, cx) =>
  command
    .description('end a pause')
    .argument('[thread]', THREAD_WORDS)
    .option('--all', 'the pause of everything')
    .action((name: string | undefined, o: { all?: true }) => resume(cx, name, o.all === true))

interface PauseOptions {
  readonly all?: true
  readonly for?: string
  readonly reason: string
}

async function pause(cx: Context, name: string | undefined, o: PauseOptions): Promise<void> {
  const forMs = o.for === undefined ? null : parseDuration(o.for, 'm')
  if (o.for !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 1h, got "${o.for}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const until = forMs === null ? null : cx.now() + forMs
  const face = faceOf(snapshot.fleet)
  const words = until === null ? 'until resumed' : `until ${shortMomentText(until, cx.now(), face)}`
  if (o.all === true && name === undefined) {
    await client.threads.pause({ id: null, until, reason: o.reason })
    return cx.out.line(`Everything is paused ${words}.`)
  }
  for (const thread of chooseThreads(snapshot.threads, name, o.all === true, 'pause')) {
    await client.threads.pause({ id: thread.id, until, reason: o.reason })
    cx.out.line(`${thread.number} ${plain(thread.name)} is paused ${words}.`)
  }
}

async function resume(cx: Context, name: string | undefined, all: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  if (all && name === undefined) {
    await client.threads.resume({ id: null })
    const still = snapshot.threads.filter((t) => t.pause !== null)
    const names = still.map((t) => `${t.number} ${plain(t.name)}`).join(', ')
    const was =
      snapshot.fleet.pause === null ? 'Nothing was paused as a whole.' : 'The pause of everything is over.'
    return cx.out.line(`${was}${still.length === 0 ? '' : ` Paused by themselves: ${names}`}`)
  }
  for (const thread of chooseThreads(snapshot.threads, name, all, 'resume')) {
    await client.threads.resume({ id: thread.id })
    cx.out.line(
      `${thread.number} ${plain(thread.name)} ${thread.pause === null ? 'was not paused' : 'beats again'}.`,
    )
  }
}
