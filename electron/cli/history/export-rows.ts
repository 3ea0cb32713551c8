import { existsSync } from 'node:fs'
import path from 'node:path'
import type { HistoryFilter, HistoryPage } from '../../../shared/history/history.ts'
import { exportPieces, unlistedText, type ExportFormat } from '../../../shared/history/export.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Client } from '../kit/socket-client.ts'
import { plain } from '../kit/text.ts'
import { progressLine } from './progress-line.ts'
import { readPast } from './read-past.ts'

/** What `history export` was given. */
export interface ExportChoices {
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

/** What a shell says of a command that Ctrl-C ended. */
const INTERRUPTED = 130

/** Rows of one question when the rows go to a pipe. */
const ROWS = 1000

export async function exportRows(cx: Context, o: ExportChoices): Promise<void> {
  const target = o.out === undefined ? null : path.resolve(o.out)
  if (target !== null && o.force !== true && existsSync(target))
    throw new CliError(`${plain(target)} stands there already. Name another file, or --force to replace it.`)
  const span = readSpan(o, cx.now())
  const { client, snapshot } = await snapshotOf(cx)
  const filter = filterOf(o, span, snapshot.threads)
  const interrupt = new AbortController()
  const stop = (): void => interrupt.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    if (target === null) await toOutput(cx, client, filter, o.format, interrupt.signal)
    else await toFile(client, filter, o.format, target, interrupt.signal)
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
  if (!interrupt.signal.aborted) return
  cx.out.note(target === null ? 'Stopped.' : `Stopped. Nothing was written to ${target}.`)
  cx.exitWith(INTERRUPTED)
}

interface Span {
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

function readSpan(o: ExportChoices, now: Instant): Span {
  const from = o.from === undefined ? undefined : readPast('--from', o.from, now, 'begin')
  const to = o.to === undefined ? undefined : readPast('--to', o.to, now, 'end')
  if (from !== undefined && to !== undefined && from >= to)
    throw usageError(`--from lies behind --to: ${o.from} and ${o.to}`)
  return { from, to }
}

function filterOf(o: ExportChoices, span: Span, threads: readonly ThreadView[]): HistoryFilter {
  const given: HistoryFilter = {
    threads: o.thread?.map((name) => findThread(threads, name).id),
    outcomes: o.outcome,
    tiers: o.tier,
    reasons: o.trigger,
    kinds: o.kind,
    runners: o.runner,
    ...span,
    text: o.text,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as HistoryFilter
}

/** Written by the app, which tells how far it is. */
async function toFile(
  client: Client,
  filter: HistoryFilter,
  format: ExportFormat,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const progress = progressLine()
  try {
    for await (const step of await client.history.export({ filter, format, path: target }, { signal })) {
      const rows = amount(step.rows)
      if (step.kind === 'progress')
        progress.tell(`${rows} of ${step.of > step.rows ? `about ${amount(step.of)}` : rows} rows`)
      else progress.end(`${rows} rows, ${amount(step.bytes)} bytes, written to ${plain(target)}.`)
    }
  } finally {
    progress.clear()
  }
}

/** Page behind page, no faster than the reader takes them. */
async function toOutput(
  { out }: Context,
  client: Client,
  filter: HistoryFilter,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<void> {
  void out // from here on the pipe may close at any time, which it then minds
  const write = (text: string): Promise<void> | undefined =>
    process.stdout.write(process.stdout.isTTY ? plain(text) : text)
      ? undefined
      : new Promise((resolve) => process.stdout.once('drain', resolve))
  const pageAfter = (after: string): Promise<HistoryPage> =>
    client.history.page({ filter, place: { after }, limit: ROWS })
  for await (const { text } of exportPieces(pageAfter, format)) {
    await write(text)
    if (signal.aborted) return
  }
  // What went to the pipe cannot be taken back; the exit code says that it is not all.
  const { unlisted } = await client.history.index({ filter })
  if (unlisted > 0) throw new CliError(unlistedText(unlisted))
}

const amount = (n: number): string => n.toLocaleString('en-US')
