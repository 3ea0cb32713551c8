import { plural } from '../../../shared/base/amounts.ts'
import type { TimelineEntry, TimelinePage } from '../../../shared/contract/beats.ts'
import { isTakenBack, type SystemEvent } from '../../../shared/events/system-event.ts'
import { OUTCOME_WORD } from '../../../shared/runs/outcome-words.ts'
import { REASON_WORD, SOURCE_WORD } from '../../../shared/views/words.ts'
import { readLimit, THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Cell } from '../kit/output.ts'
import { iso, plain, relative } from '../kit/text.ts'
import { eventJson, eventLine } from './event-text.ts'

export const timelineCommand: Define = (command, cx) =>
  command
    .description('facts that came in, and what asked for beats, the newest first')
    .argument('<thread>', THREAD_WORDS)
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => timeline(cx, name, o))

async function timeline(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = readLimit(limit, 200)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const page = await client.events.timeline({ id: thread.id, limit: wanted })
  if (json === true)
    return cx.out.json({
      waiting: page.waiting,
      dropped: page.dropped,
      entries: page.entries.map(timelineJson),
    })
  if (page.entries.length === 0)
    return cx.out.line(`Nothing happened to ${thread.number} ${plain(thread.name)} yet.`)
  showPage(cx, page)
}

function showPage(cx: Context, { entries, waiting, dropped }: TimelinePage): void {
  const { colors } = cx.out
  if (waiting > 0) cx.out.line(`${plural(waiting, 'event waits', 'events wait')} for the next prompt.`)
  if (dropped > 0)
    cx.out.line(
      colors.yellow(
        `${plural(dropped, 'older one', 'older ones')} had to make room and will only be counted.`,
      ),
    )
  cx.out.table(entries.map((entry) => entryRow(cx, entry)))
}

const STATE_WORD: Record<SystemEvent['state'], string> = {
  waiting: 'waits',
  shown: 'in a prompt',
  consumed: 'in a prompt',
  expired: 'expired',
  told: 'told to you',
  listed: 'listed',
}

function entryRow(cx: Context, entry: TimelineEntry): readonly (Cell | string)[] {
  const { colors } = cx.out
  if (entry.kind === 'wake')
    return [
      relative(entry.at, cx.now()),
      { text: 'Wake', paint: colors.dim },
      { text: wakeState(entry), paint: colors.dim },
      REASON_WORD[entry.reason],
    ]
  const { source, state } = entry.event
  const word = isTakenBack(entry.event) ? 'taken back' : STATE_WORD[state]
  return [
    relative(entry.at, cx.now()),
    SOURCE_WORD[source],
    { text: word, paint: state === 'waiting' ? colors.blue : colors.dim },
    eventLine(entry.event),
  ]
}

function wakeState({ outcome, runId }: Extract<TimelineEntry, { kind: 'wake' }>): string {
  if (outcome !== null) return OUTCOME_WORD[outcome]
  return runId === null ? 'waits' : 'runs'
}

const timelineJson = (entry: TimelineEntry) =>
  entry.kind === 'event'
    ? { kind: entry.kind, at: iso(entry.at), ...eventJson(entry.event) }
    : { ...entry, at: iso(entry.at) }
