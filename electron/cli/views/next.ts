import type { AheadCount, Foreseen, Foresight } from '../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { HOUR, type Instant } from '../../../shared/base/time.ts'
import { clockText, momentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { readLimit, type Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { capsText } from '../agents/caps-text.ts'
import { chooseAgentWords } from '../threads/kept.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Cell } from '../kit/output.ts'
import { iso, plain, relative } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

export const nextCommand: Define = (command, cx) =>
  command
    .description('what will happen by itself, soonest first')
    .argument('[thread]', 'only of this one')
    .option('--hours <count>', 'how far to look, 1 to 48', '24')
    .option('-n, --limit <count>', 'how many are listed; the rest is counted by the hour', '20')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: NextOptions) => next(cx, name, o))

interface NextOptions {
  readonly hours: string
  readonly limit: string
  readonly json?: true
}

async function next(
  cx: Context,
  name: string | undefined,
  { hours, limit, json }: NextOptions,
): Promise<void> {
  const wanted = Number(hours)
  if (!(wanted >= 1 && wanted <= 48)) throw usageError(`--hours must be 1 to 48, got "${hours}"`)
  const count = readLimit(limit, 500)
  const { client, snapshot, alone } = await readSnapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const foresight = await client.foresee({
    hours: wanted,
    ...(thread !== null && { id: thread.id }),
  })
  const { from, to, entries, more, agentStarts, threads } = foresight
  if (json === true)
    return cx.out.json({
      from: iso(from),
      to: iso(to),
      agentStarts,
      more,
      threads,
      entries: entries.map((e) => ({ ...e, at: iso(e.at) })),
    })
  if (alone !== null) cx.out.note('Threadbeat is not running: none of this happens until it is started.')
  const waiting = snapshot.threads.filter(
    (t) => t.agent.kind === 'local' && t.tasksForAgent > 0 && (thread === null || t.id === thread.id),
  )
  if (waiting.length > 0) cx.out.note(forAgentLine(waiting))
  const face = faceOf(snapshot.fleet)
  if (entries.length === 0) return cx.out.line(`Nothing happens by itself until ${momentText(to, face)}.`)
  const listed = entries.slice(0, count)
  cx.out.table(listed.map((e) => foreseenRow(cx, e, face)))
  for (const line of countedLines(foresight, listed, face)) cx.out.line(cx.out.colors.dim(line))
  const { caps } = snapshot.fleet.settings
  const uncounted =
    agentStarts === 0 || caps.length === 0
      ? ''
      : ` Caps of agents are not counted in, and hold starts back: ${capsText(caps, snapshot.threads)}.`
  cx.out.line(`At most ${plural(agentStarts, 'agent start')} until ${momentText(to, face)}.${uncounted}`)
}

/** One line, however many threads have local checks and tasks that only an agent can do. */
function forAgentLine(waiting: readonly ThreadView[]): string {
  const count = waiting.reduce((sum, t) => sum + t.tasksForAgent, 0)
  const only = waiting.length === 1 ? waiting[0]! : null
  const where =
    only === null
      ? `${plural(count, 'task')} in ${waiting.length} threads`
      : `${only.number} ${plain(only.name)}: ${plural(count, 'task')} of its list`
  return `${where} ${count === 1 ? 'waits' : 'wait'} for an agent; local checks cannot do ${count === 1 ? 'it' : 'them'}. ${chooseAgentWords(only)}`
}

/** What is too much to be listed, by the hour. */
function countedLines(
  { from, entries, more, threads }: Foresight,
  listed: readonly Foreseen[],
  face: ClockFace,
): readonly string[] {
  const unlisted = more + entries.length - listed.length
  if (unlisted === 0) return []
  const last = listed.at(-1)?.at ?? from
  const hours = (threads[0]?.hours ?? []).map((_, hour) => {
    const start = from + hour * HOUR
    const all = threads.reduce((n, { hours: own }) => n + amountOf(own[hour]), 0)
    const held = threads.reduce((n, { hours: own }) => n + (own[hour]?.held ?? 0), 0)
    const shown = listed.filter((e) => Math.floor((e.at - from) / HOUR) === hour)
    return { start, left: all - shown.length, held: held - shown.filter((e) => e.held !== null).length }
  })
  return [
    `… and ${plural(unlisted, 'more', 'more')} after ${momentText(last, face)}:`,
    ...hours
      .filter(({ left }) => left > 0)
      .map(
        ({ start, left, held }) =>
          `  ${momentText(start, face)} to ${clockText(start + HOUR, face)}: ${left}` +
          (held === 0 ? '' : `, ${held} of them held`),
      ),
  ]
}

const amountOf = (c: AheadCount | undefined): number => (c === undefined ? 0 : c.beats + c.jobs + c.timed)

const KIND_WORD: Record<Foreseen['kind'], string> = { beat: 'beat', job: 'job', timed: 'timed task' }

/** What was due before now is not shown as a time that is over: it starts as soon as it can. */
const whenCells = (cx: Context, at: Instant, face: ClockFace): readonly (Cell | string)[] =>
  at <= cx.now()
    ? ['as soon as it can', '']
    : [momentText(at, face), { text: relative(at, cx.now()), paint: cx.out.colors.dim }]

const foreseenRow = (cx: Context, e: Foreseen, face: ClockFace): readonly (Cell | string)[] => [
  ...whenCells(cx, e.at, face),
  e.threadName,
  e.tier === null ? KIND_WORD[e.kind] : `${TIER_WORD[e.tier].toLowerCase()} ${KIND_WORD[e.kind]}`,
  e.held === null ? e.text : { text: `${e.text} – held: ${e.held}`, paint: cx.out.colors.yellow },
]
