import type { Instant } from '../../../shared/base/time.ts'
import { clockText, PLAIN_STYLE } from '../../../shared/base/clock/time-text.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { FleetView } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { patched, type LiveMessage } from '../../../shared/views/live.ts'
import { SOURCE_WORD } from '../../../shared/views/words.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { eventJson, eventLine } from '../events/event-text.ts'
import { findThread } from '../kit/find-thread.ts'
import { alertJson, runJson } from '../kit/json.ts'
import { requireApp } from '../kit/running-app.ts'
import { summaryOf } from '../runs/show-run.ts'
import { faceOf } from '../kit/time-text.ts'
import type { Client } from '../kit/socket-client.ts'
import { iso, jsonText, shownLine, outcomeOf, outcomeText, paintOf, plain } from '../kit/text.ts'

export const tailCommand: Define = (command, cx) =>
  command
    .description('follow what happens, one line each: runs that ended, facts, alerts; Ctrl-C ends it')
    .argument('[thread]', 'only this one')
    .option('--json', 'for programs: one JSON object a line')
    .action((name: string | undefined, o: { json?: true }) => tail(cx, name, o.json === true))

/**
 * One line for each run that ended, each fact and each alert from now on, until Ctrl-C or the end of the
 * app.
 */
async function tail(cx: Context, name: string | undefined, json: boolean): Promise<void> {
  const client = await requireApp(cx, 'so nothing happens')
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  let follower: Follower | null = null
  try {
    for await (const message of await client.live(undefined, { signal: abort.signal })) {
      if (message.kind === 'snapshot') {
        const only = name === undefined ? null : findThread(message.snapshot.threads, name).id
        follower ??= new Follower(cx, client, { since: message.snapshot.fleet.at, only, json })
        if (!json)
          cx.out.note(`Following ${name === undefined ? 'all threads' : plain(name)}. Ctrl-C ends it.`)
      }
      await follower?.take(message)
    }
  } catch (error) {
    if (!abort.signal.aborted && follower === null) throw error
  }
  // What came before is complete; there is just nobody left to tell more.
  if (!abort.signal.aborted) cx.out.note('Threadbeat ended.')
}

const PAGE = 50

/** What a line tells, for programs: `type` says of what. */
type Told =
  | ({ readonly type: 'run' } & ReturnType<typeof runJson>)
  | ({ readonly type: 'event' } & ReturnType<typeof eventJson>)
  | ({ readonly type: 'alert' } & ReturnType<typeof alertJson>)

/** What is new in a message; the pages say what exactly, so that nothing is missed between two messages. */
class Follower {
  private readonly traces = new Map<ThreadId, string>()
  private readonly reported = new Set<string>()
  private readonly threads = new Map<ThreadId, ThreadView>()
  private timeStyle = PLAIN_STYLE // until the snapshot, which comes first, says it

  constructor(
    private readonly cx: Context,
    private readonly client: Client,
    private readonly o: { readonly since: Instant; readonly only: ThreadId | null; readonly json: boolean },
  ) {}

  async take(message: LiveMessage): Promise<void> {
    const [threads, fleet] =
      message.kind === 'snapshot'
        ? [message.snapshot.threads, message.snapshot.fleet]
        : [message.changed, message.fleet]
    for (const patch of threads) {
      const thread = patched(this.threads.get(patch.id), patch)
      this.threads.set(thread.id, thread)
      if (this.o.only !== null && this.o.only !== thread.id) continue
      const trace = JSON.stringify([
        thread.events,
        thread.waiting.map((w) => [w.itemId, w.reasons]),
        thread.running?.runId,
        thread.last?.runId,
      ])
      const before = this.traces.get(thread.id)
      this.traces.set(thread.id, trace)
      if (before !== trace && (before !== undefined || message.kind === 'delta')) await this.look(thread)
    }
    if (fleet?.timeStyle !== undefined) this.timeStyle = fleet.timeStyle
    if (fleet?.alerts !== undefined) this.alerts(fleet.alerts)
  }

  private async look(thread: ThreadView): Promise<void> {
    const [{ runs }, { entries }] = await Promise.all([
      this.client.runs.page({ threadId: thread.id, limit: PAGE }),
      this.client.events.timeline({ id: thread.id, limit: PAGE }),
    ])
    const lines: { at: Instant; tell: () => void }[] = []
    for (const run of runs) {
      if (run.finishedAt === null || run.finishedAt < this.o.since || !this.isNew(run.id)) continue
      const outcome = outcomeOf(run)
      const tell = (at: Instant): void =>
        this.line(at, thread.id, paintOf(this.cx.out.colors, outcome)(outcomeText(outcome)), summaryOf(run), {
          type: 'run',
          ...runJson(run),
        })
      lines.push({ at: run.finishedAt, tell: () => tell(run.finishedAt ?? 0) })
    }
    for (const entry of entries) {
      if (
        entry.kind !== 'event' ||
        entry.event.lastAt < this.o.since ||
        !this.isNew(`${entry.event.id} ${entry.event.count}`)
      )
        continue
      const { event } = entry
      lines.push({
        at: event.lastAt,
        tell: () =>
          this.line(event.lastAt, thread.id, SOURCE_WORD[event.source], eventLine(event), {
            type: 'event',
            ...eventJson(event),
          }),
      })
    }
    for (const { tell } of lines.sort((a, b) => a.at - b.at)) tell()
  }

  private alerts(alerts: FleetView['alerts']): void {
    for (const alert of [...alerts].reverse()) {
      if (
        alert.raisedAt < this.o.since ||
        (this.o.only !== null && this.o.only !== alert.threadId) ||
        !this.isNew(alert.id)
      )
        continue
      const { colors } = this.cx.out
      this.line(
        alert.raisedAt,
        alert.threadId,
        (alert.severity === 'urgent' ? colors.red : colors.yellow)(`Alert, ${alert.severity}`),
        alert.text,
        { type: 'alert', ...alertJson(alert) },
      )
    }
  }

  private isNew(key: string): boolean {
    if (this.reported.has(key)) return false
    this.reported.add(key)
    return true
  }

  private line(at: Instant, threadId: ThreadId, what: string, text: string, value: Told): void {
    const thread = this.threads.get(threadId)
    const [number, name] = [thread?.number ?? null, thread?.name ?? '']
    if (this.o.json)
      return this.cx.out.line(
        jsonText(
          {
            at: iso(at),
            number, // null: its thread was removed meanwhile
            name,
            ...value,
          },
          0,
        ),
      )
    const time = clockText(at, faceOf({ timeStyle: this.timeStyle }))
    this.cx.out.line(
      `${this.cx.out.colors.dim(time)}  ${number ?? ''} ${plain(name)}  ${what}  ${shownLine(text)}`,
    )
  }
}
