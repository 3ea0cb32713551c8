import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const tagCommand: Define = (command, cx) =>
  command
    .description('show or change the tags of a thread; single words, at most eight')
    .argument('<thread>', THREAD_WORDS)
    .argument('[tag...]', 'these and no others')
    .option('--add <tag...>', 'besides those it has')
    .option('--remove <tag...>', 'of those it has')
    .option('--none', 'all of them go')
    .action((name: string, tags: string[], o: TagOptions) => tag(cx, name, tags, o))

interface TagOptions {
  readonly add?: string[]
  readonly remove?: string[]
  readonly none?: true
}

async function tag(cx: Context, name: string, wanted: readonly string[], o: TagOptions): Promise<void> {
  const edits = (o.add ?? o.remove) !== undefined
  if (wanted.length > 0 && edits)
    throw usageError('Either the tags it has afterwards, or --add and --remove.')
  if (o.none === true && (wanted.length > 0 || edits))
    throw usageError('--none takes all tags away: nothing else goes with it.')
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const tags = tagsAfter(thread, wanted, o)
  if (o.none === true || wanted.length > 0 || edits) await client.threads.change({ id: thread.id, tags })
  cx.out.line(
    `${thread.number} ${plain(thread.name)}: ${tags.length === 0 ? 'no tags' : plain(tags.join(', '))}`,
  )
}

/** Wrong usage: it does not have the tag that is to go. */
function tagsAfter(
  thread: Pick<ThreadView, 'number' | 'name' | 'tags'>,
  wanted: readonly string[],
  { add = [], remove = [], none }: TagOptions,
): string[] {
  const missing = remove.find((t) => !thread.tags.includes(t))
  if (missing !== undefined)
    throw usageError(
      `${thread.number} ${plain(thread.name)} has no tag "${plain(missing)}". It has: ` +
        `${plain(thread.tags.join(', ')) || 'none'}.`,
    )
  if (none === true) return []
  if (wanted.length > 0) return [...new Set(wanted)]
  return [...new Set([...thread.tags, ...add])].filter((t) => !remove.includes(t))
}
