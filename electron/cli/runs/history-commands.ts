import { existsSync } from 'node:fs'
import path from 'node:path'
import { Option, type Command } from 'commander'
import {
  exportPieces,
  HISTORY_KINDS,
  HISTORY_OUTCOMES,
  localDay,
  startOfLocalDay,
  type ExportFormat,
  type HistoryFilter,
  type HistoryPage,
} from '../../../shared/history/history.ts'
import { WAKE_REASONS } from '../../../shared/queue/queue.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { parseDuration, type Instant } from '../../../shared/base/time.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

interface Choices {
  readonly format: ExportFormat
  readonly out?: string
  readonly force?: true
  readonly thread?: string[]
  readonly outcome?: HistoryFilter['outcomes']
  readonly tier?: HistoryFilter['tiers']
  readonly trigger?: HistoryFilter['reasons']
  readonly kind?: HistoryFilter['kinds']
  readonly runner?: string[]
  readonly from?: string
  readonly to?: string
  readonly text?: string
}

const EXAMPLES = `
Examples: threadbeat history export --format csv --from 30d --out beats.csv
          threadbeat history export --format jsonl --outcome broken missed --thread 3 | jq .summary
Dates are 2026-11-22, "2026-11-22 09:41", or how long ago, such as 7d. --to a day includes that day.`

/** What a shell says of a command that Ctrl-C ended. */
const INTERRUPTED = 130
/** Rows of one question when the rows go to a pipe. */
const ROWS = 1000

/** history export: the rows of a filter, as the window's history exports them. */
export function addHistoryCommands(program: Command, cx: Context): void {
  const among = (flags: string, about: string, values: readonly string[]): Option =>
    new Option(flags, about).choices(values)
  program
    .command('history')
    .description('runs and due times on record')
    .command('export')
    .description('rows of the history as CSV or JSON lines, newest first; to a file, or to be piped on')
    .addOption(
      among('-f, --format <format>', 'csv for table programs, jsonl for scripts', [
        'csv',
        'jsonl',
      ]).makeOptionMandatory(),
    )
    .option('-o, --out <file>', 'the file to write; without it: to the output')
    .option('--force', 'replace a file that stands there')
    .option('-t, --thread <thread...>', 'number, name, path or the beginning of a name')
    .addOption(among('--outcome <outcome...>', 'how it ended', HISTORY_OUTCOMES))
    .addOption(among('--tier <tier...>', 'highest tier of the beat', TIERS))
    .addOption(among('--trigger <trigger...>', 'why it woke', WAKE_REASONS))
    .addOption(among('--kind <kind...>', 'slot: due times without a run of their own', HISTORY_KINDS))
    .option('--runner <name...>', 'by its name, such as "Claude Code"')
    .option('--from <date>', 'not older than this')
    .option('--to <date>', 'not newer than this')
    .option('--text <words>', 'rows that hold all of these words')
    .addHelpText('after', EXAMPLES)
    .action((o: Choices) => exportHistory(cx, o))
}

async function exportHistory(cx: Context, o: Choices): Promise<void> {
  const target = o.out === undefined ? null : path.resolve(o.out)
  if (target !== null && o.force !== true && existsSync(target))
    throw new CliError(`${plain(target)} stands there already. Name another file, or --force to replace it.`)
  const from = o.from === undefined ? undefined : readPast('--from', o.from, cx.now(), 'begin')
  const to = o.to === undefined ? undefined : readPast('--to', o.to, cx.now(), 'end')
  if (from !== undefined && to !== undefined && from >= to)
    throw usageError(`--from lies behind --to: ${o.from} and ${o.to}`)
  const { client, snapshot } = await snapshotOf(cx)
  const given: HistoryFilter = {
    threads: o.thread?.map((name) => findThread(snapshot.threads, name).id),
    outcomes: o.outcome,
    tiers: o.tier,
    reasons: o.trigger,
    kinds: o.kind,
    runners: o.runner,
    from,
    to,
    text: o.text,
  }
  const filter = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as HistoryFilter
  const interrupt = new AbortController()
  const stop = (): void => interrupt.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  const progress = progressLine()
  try {
    if (target === null)
      await toOutput(
        cx,
        (after) => client.history.page({ filter, place: { after }, limit: ROWS }),
        o.format,
        interrupt.signal,
      )
    else {
      for await (const step of await client.history.export(
        { filter, format: o.format, path: target },
        { signal: interrupt.signal },
      )) {
        if (step.kind === 'progress')
          progress.tell(
            `${amount(step.rows)} of ${step.of > step.rows ? `about ${amount(step.of)}` : amount(step.rows)} rows`,
          )
        else
          progress.end(`${amount(step.rows)} rows, ${amount(step.bytes)} bytes, written to ${plain(target)}.`)
      }
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
  } finally {
    progress.clear()
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
  if (!interrupt.signal.aborted) return
  cx.out.note(target === null ? 'Stopped.' : `Stopped. Nothing was written to ${target}.`)
  cx.exitWith(INTERRUPTED)
}

/** Page behind page, no faster than the reader takes them. */
async function toOutput(
  { out }: Context,
  pageAfter: (cursor: string) => Promise<HistoryPage>,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<void> {
  void out // from here on the pipe may close at any time, which it then minds
  const write = (text: string): Promise<void> | undefined =>
    process.stdout.write(text) ? undefined : new Promise((resolve) => process.stdout.once('drain', resolve))
  for await (const { text } of exportPieces(pageAfter, format)) {
    await write(text)
    if (signal.aborted) return
  }
}

const amount = (n: number): string => n.toLocaleString('en-US')

const TELL_EVERY_MS = 200
/** Where nobody sees a line change, a new one now and then is enough. */
const TELL_LOG_EVERY_MS = 5000

/** On the error output, so that it is in nobody's file. */
function progressLine() {
  const isTerminal = process.stderr.isTTY === true
  let toldAt = performance.now() - (isTerminal ? TELL_EVERY_MS : 0)
  let isShown = false
  const clear = (): void => {
    if (isShown) process.stderr.write('\r\x1b[K')
    isShown = false
  }
  return {
    clear,
    tell(text: string): void {
      const now = performance.now()
      if (now - toldAt < (isTerminal ? TELL_EVERY_MS : TELL_LOG_EVERY_MS)) return
      toldAt = now
      process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
      isShown = isTerminal
    },
    end(text: string): void {
      clear()
      process.stderr.write(`${text}\n`)
    },
  }
}

/**
 * A day, a minute of it, or how long ago; of a day its beginning, or the beginning of the next. Wrong
 * usage: anything else.
 */
export function readPast(option: string, text: string, now: Instant, edge: 'begin' | 'end'): Instant {
  const ago = /[a-z]/i.test(text) ? parseDuration(text, 'm') : null
  if (ago !== null && ago > 0) return now - ago
  const [, year = '', month = '', day = '', hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/.exec(text.trim()) ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0))
  const isReal =
    year !== '' &&
    at.getMonth() === Number(month) - 1 &&
    at.getDate() === Number(day) &&
    Number(hour ?? 0) < 24 &&
    Number(minute ?? 0) < 60
  if (!isReal)
    throw usageError(
      `${option} must be a day such as 2026-11-22, "2026-11-22 09:41", or how long ago such as 7d, got "${text}"`,
    )
  if (hour !== undefined) return at.getTime()
  return edge === 'begin' ? at.getTime() : startOfLocalDay(localDay(at.getTime()) + 1)
}
