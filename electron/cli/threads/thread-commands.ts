import type { Command } from 'commander'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { formatLocal, parseDuration } from '../../../shared/base/time.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

const THREAD = 'number, name, path or the beginning of a name'

/** A person's own order among threads: tags and pins. */
export function addThreadCommands(program: Command, cx: Context): void {
  program
    .command('tag')
    .description('show or change the tags of a thread; single words, at most eight')
    .argument('<thread>', THREAD)
    .argument('[tag...]', 'these and no others')
    .option('--add <tag...>', 'besides those it has')
    .option('--remove <tag...>', 'of those it has')
    .option('--none', 'all of them go')
    .action((name: string, tags: string[], o: TagOptions) => tag(cx, name, tags, o))
  program
    .command('pin')
    .description('let a thread stand first among those of its state')
    .argument('<thread>', THREAD)
    .action((name: string) => pin(cx, name, true))
  program
    .command('unpin')
    .description('let it stand where it belongs')
    .argument('<thread>', THREAD)
    .action((name: string) => pin(cx, name, false))
}

interface TagOptions {
  readonly add?: string[]
  readonly remove?: string[]
  readonly none?: true
}

async function tag(
  cx: Context,
  name: string,
  wanted: readonly string[],
  { add, remove, none }: TagOptions,
): Promise<void> {
  if (wanted.length > 0 && (add ?? remove) !== undefined)
    throw usageError('Either the tags it has afterwards, or --add and --remove.')
  if (none === true && (wanted.length > 0 || (add ?? remove) !== undefined))
    throw usageError('--none takes all tags away: nothing else goes with it.')
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const changes = none === true || wanted.length > 0 || (add ?? remove) !== undefined
  const missing = (remove ?? []).find((t) => !thread.tags.includes(t))
  if (missing !== undefined)
    throw usageError(
      `${thread.number} ${plain(thread.name)} has no tag "${plain(missing)}". It has: ` +
        `${plain(thread.tags.join(', ')) || 'none'}.`,
    )
  const tags =
    none === true
      ? []
      : wanted.length > 0
        ? [...new Set(wanted)]
        : [...new Set([...thread.tags, ...(add ?? [])])].filter((t) => remove?.includes(t) !== true)
  if (changes) await client.threads.change({ id: thread.id, tags })
  cx.out.line(
    `${thread.number} ${plain(thread.name)}: ${tags.length === 0 ? 'no tags' : plain(tags.join(', '))}`,
  )
}

async function pin(cx: Context, name: string, pinned: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  await client.threads.change({ id: thread.id, pinned })
  cx.out.line(`${thread.number} ${plain(thread.name)} is ${pinned ? 'pinned' : 'not pinned'}.`)
}

interface TierSnooze {
  readonly tier: string
  readonly for?: string
  readonly wake?: true
}

/** Puts off one tier of a thread, or wakes it. */
export async function snoozeTier(cx: Context, name: string, o: TierSnooze): Promise<void> {
  const tier = TIERS.find((t) => t === o.tier)
  if (tier === undefined) throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${o.tier}"`)
  if ((o.for === undefined) === (o.wake === undefined))
    throw usageError('Say how long: --for 4h, or --wake to end it.')
  const forMs = o.for === undefined ? null : parseDuration(o.for, 'm')
  if (o.for !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 4h, got "${o.for}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const until = forMs === null ? null : cx.now() + forMs
  await client.threads.snoozeTier({ id: thread.id, tier, until })
  cx.out.line(
    `${TIER_WORD[tier]} of ${thread.number} ${plain(thread.name)} is ` +
      `${until === null ? 'awake. If it is due, the next beat runs it.' : `snoozed until ${localTime(until)}. \`threadbeat beat ${thread.number} --tier ${tier}\` still runs it.`}`,
  )
}

/** What stands behind a tier that is put off; '' for one that is not. */
export const snoozeWords = (t: ThreadView, tier: (typeof TIERS)[number]): string => {
  const until = t.tiers[tier].snoozedUntil
  return until === null ? '' : `, snoozed until ${localTime(until)}`
}
const localTime = (at: number): string => formatLocal(at, Intl.DateTimeFormat().resolvedOptions().timeZone)
