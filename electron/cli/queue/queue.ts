import { Option } from 'commander'
import { plural } from '../../../shared/base/amounts.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import { LANES, laneOf, mainReason, type Lane } from '../../../shared/queue/queue.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView, WaitingView } from '../../../shared/views/thread-view.ts'
import { HOLD_WORD, REASON_WORD } from '../../../shared/views/words.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { keptWords } from '../threads/kept.ts'
import { iso, plain, relative } from '../kit/text.ts'

/** What waits: queue list, top, cancel. */
export const queueCommand: Define = (queue, cx) => {
  queue.description('what waits, in the order in which it is served')
  queue
    .command('list', { isDefault: true })
    .description('what waits, the next one first')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  queue
    .command('top')
    .description(
      'before all others of its kind: messages before messages, beats and jobs before beats and jobs',
    )
    .argument('<id>', 'as `queue` shows it')
    .action((id: string) => toTop(cx, id))
  queue
    .command('cancel')
    .description('take back what waits; it is on record as cancelled by you')
    .argument('[id...]', 'as `queue` shows them')
    .addOption(new Option('--all <kind>', 'all of a kind').choices(LANES))
    .option('-y, --yes', 'do not ask')
    .action((ids: string[], o: { all?: Lane; yes?: true }) => cancel(cx, ids, o))
}

const itemsOf = ({ threads }: Snapshot): readonly WaitingView[] =>
  threads.flatMap((t) => t.waiting).sort((a, b) => a.place - b.place)

function wordsOf(w: WaitingView): string {
  if (w.kind === 'message') return `message: ${w.text ?? ''}`
  if (w.kind === 'job') return `job: ${w.jobName ?? 'a removed job'}`
  const main = mainReason(w.reasons)
  return main === null ? 'beat' : REASON_WORD[main]
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { snapshot } = await snapshotOf(cx)
  const items = itemsOf(snapshot)
  const threads = new Map(snapshot.threads.map((t) => [t.id, t]))
  if (json) return cx.out.json(items.map((w) => itemJson(w, threads.get(w.threadId))))
  if (items.length === 0) return cx.out.line('Nothing is waiting.')
  const { colors } = cx.out
  cx.out.table(
    items.map((w) => [
      { text: String(w.place), paint: colors.dim },
      laneOf(w),
      `${threads.get(w.threadId)?.number ?? ''} ${threads.get(w.threadId)?.name ?? ''}`,
      relative(w.since, cx.now()),
      w.hold === null ? 'starts next' : HOLD_WORD[w.hold],
      { text: w.itemId, paint: colors.dim },
      wordsOf(w),
    ]),
  )
  for (const thread of snapshot.threads) {
    const kept = keptWords(thread)
    if (kept !== null) cx.out.line(colors.dim(kept))
  }
}

const itemJson = (w: WaitingView, thread: ThreadView | undefined) => ({
  id: w.itemId,
  place: w.place,
  kind: laneOf(w),
  thread: thread?.number ?? null, // null: it was removed meanwhile
  name: thread?.name ?? null, // null: it was removed meanwhile
  reasons: w.reasons,
  text: w.text,
  job: w.jobName,
  since: iso(w.since),
  hold: w.hold,
})

async function toTop(cx: Context, id: string): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const item = requireItem(itemsOf(snapshot), id)
  await client.queue.toTop({ itemId: item.itemId })
  const thread = snapshot.threads.find((t) => t.id === item.threadId)
  cx.out.line(
    `${thread?.number ?? ''} ${plain(thread?.name ?? '')} is next among ` +
      `${item.class === 'message' ? 'the messages' : 'the beats and jobs'}.${item.hold === null ? '' : ` It still waits: ${HOLD_WORD[item.hold]}.`}`,
  )
}

async function cancel(
  cx: Context,
  ids: readonly string[],
  { all, yes }: { all?: Lane; yes?: true },
): Promise<void> {
  if (ids.length > 0 === (all !== undefined))
    throw usageError(
      `Which ones? Either ids, as \`threadbeat queue\` shows them, or --all ${LANES.join('|')}.`,
    )
  const { client, snapshot } = await snapshotOf(cx)
  const items = itemsOf(snapshot)
  const chosen: readonly ItemId[] =
    all === undefined
      ? ids.map((id) => requireItem(items, id).itemId)
      : items.filter((w) => laneOf(w) === all).map((w) => w.itemId)
  if (chosen.length === 0) return cx.out.line('Nothing of that kind is waiting.')
  await requireYes(
    all === undefined || yes === true,
    `Cancel ${plural(chosen.length, 'item')} of the kind ${all}?`,
    'Nothing was cancelled.',
  )
  const { cancelled } = await client.queue.cancel({ itemIds: [...chosen] })
  cx.out.line(
    `${plural(cancelled, 'item')} ` +
      `cancelled.${cancelled < chosen.length ? ` ${chosen.length - cancelled} had started meanwhile.` : ''}`,
  )
}

function requireItem(items: readonly WaitingView[], id: string): WaitingView {
  const item = items.find((w) => w.itemId === id)
  if (item === undefined)
    throw usageError(`Nothing waits under "${id}". \`threadbeat queue\` shows what does.`)
  return item
}
