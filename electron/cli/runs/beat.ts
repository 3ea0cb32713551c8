import { Option } from 'commander'
import {
  EXIT_CODE,
  worstOutcome,
  type ExitCode,
  type Run,
  type SlotOutcome,
} from '../../../shared/runs/run.ts'
import { outcomeShown } from '../../../shared/views/status/status-code.ts'
import type { BeatTicket } from '../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { isConflict, usageError } from '../kit/errors.ts'
import { chooseThreads } from '../kit/find-thread.ts'
import { runJson } from '../kit/json.ts'
import type { Client } from '../kit/socket-client.ts'
import { summaryOf } from './show-run.ts'
import { outcomeOf, outcomeText, paintOf, plain } from '../kit/text.ts'

export const beatCommand: Define = (command, cx) =>
  command
    .description('beat a thread now')
    .argument('[thread]', THREAD_WORDS)
    .option('--all', 'every thread')
    .addOption(new Option('--tier <tier>', 'this tier and those below it, due or not').choices([...TIERS]))
    .option('--anyway', 'although the budget is used up, or its runner rests')
    .option('--session-id <uuid>', 'go on with this session of its agent, for this beat only')
    .option('--wait', 'until it has ended; the exit code says how')
    .option('--json', 'for programs; waits')
    .action((name: string | undefined, o: BeatOptions) => beat(cx, name, o))

interface BeatOptions {
  readonly all?: true
  readonly tier?: Tier
  readonly anyway?: true
  readonly sessionId?: string
  readonly wait?: true
  readonly json?: true
}

interface Started {
  readonly thread: ThreadView
  readonly ticket: BeatTicket
}
interface Ended {
  readonly thread: ThreadView
  readonly ending: Run | null // null: cancelled before it ran
}
interface Refused {
  readonly thread: ThreadView
  readonly why: string
}

async function beat(cx: Context, name: string | undefined, o: BeatOptions): Promise<void> {
  const sessionId = o.sessionId === undefined ? undefined : readSessionId(o.sessionId)
  if (sessionId !== undefined && o.all === true)
    throw usageError('--session-id is a session of one thread: not with --all.')
  const { client, snapshot, alone } = await snapshotOf(cx)
  const chosen = chooseThreads(snapshot.threads, name, o.all === true, 'beat')
  if (alone !== null) cx.out.note('Threadbeat is not running; the beat runs here, to its end.')
  const { started, refused } = await startAll(cx, client, chosen, {
    ...(o.tier !== undefined && { tier: o.tier }),
    ...(o.anyway === true && { anyway: true }),
    ...(sessionId !== undefined && { sessionId }),
  })
  if (alone === null && o.wait !== true && o.json !== true)
    for (const { thread, ticket } of started)
      cx.out.line(`${thread.number} ${plain(thread.name)}: ${ticketWords(ticket)}`)
  else await waitForAll(cx, client, started, refused, o.json === true)
}

/** In their order. A thread that was refused is noted, and no reason not to beat the others. */
async function startAll(
  cx: Context,
  client: Client,
  threads: readonly ThreadView[],
  how: { readonly tier?: Tier; readonly anyway?: true; readonly sessionId?: string },
): Promise<{ readonly started: readonly Started[]; readonly refused: readonly Refused[] }> {
  const started: Started[] = []
  const refused: Refused[] = []
  for (const thread of threads) {
    try {
      started.push({ thread, ticket: await client.beat.start({ id: thread.id, ...how }) })
    } catch (error) {
      // The budget is used up or the runner rests.
      if (!isConflict(error)) throw error
      const why = error.message
      refused.push({ thread, why })
      cx.out.note(
        `${thread.number} ${thread.name} was not beaten: ${why} Beat it all the same: ` +
          `threadbeat beat ${thread.number} --anyway`,
      )
      cx.exitWith(1)
    }
  }
  return { started, refused }
}

const TICKET_WORD: Record<BeatTicket['state'], string> = {
  queued: 'queued',
  merged: 'joined the beat that was waiting',
  running: 'is beating already',
}
const ticketWords = ({ runId, state }: BeatTicket): string =>
  runId !== null && state === 'queued' ? 'started' : TICKET_WORD[state]

async function waitForAll(
  cx: Context,
  client: Client,
  started: readonly Started[],
  refused: readonly Refused[],
  json: boolean,
): Promise<void> {
  const ended = await Promise.all(
    started.map(async ({ thread, ticket }) => {
      const ending = await client.beat.wait({ itemId: ticket.itemId })
      if (!json) report(cx, thread, ending)
      return { thread, ending }
    }),
  )
  if (json)
    cx.out.json([
      ...ended.map(({ thread: { number, name }, ending }) => ({
        number,
        name,
        ...(ending === null ? ({ outcome: 'skipped', skipReason: 'cancelled' } as const) : runJson(ending)),
      })),
      ...refused.map(({ thread: { number, name }, why }) => ({
        number,
        name,
        outcome: null, // null: it was not beaten
        refused: why,
      })),
    ])
  const shown = await noteWhatStands(cx, client, ended)
  cx.exitWith(beatExitCode([...ended.map(({ ending }) => outcomeEnded(ending)), ...shown]))
}

/** A beat that found nothing does not make a thread quiet for which something else stands. */
async function noteWhatStands(
  cx: Context,
  client: Client,
  ended: readonly Ended[],
): Promise<readonly SlotOutcome[]> {
  const { threads } = await client.snapshot()
  return ended.flatMap(({ thread: { id }, ending }) => {
    const after = threads.find((t) => t.id === id)
    if (after === undefined) return []
    const [own, shown] = [outcomeEnded(ending), outcomeShown(after)]
    if (EXIT_CODE[own] === 0 && EXIT_CODE[shown] > 0)
      cx.out.note(`${after.number} ${after.name} needs you all the same: ${standing(after)}`)
    return [shown]
  })
}

/** Of what goes on again already, its state says nothing of why. */
const standing = ({ state, because, openAlerts }: ThreadView): string =>
  state === 'running' ? `${plural(openAlerts, 'alert')} open.` : because

export function readSessionId(text: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text))
    throw usageError(`--session-id must be a UUID, as \`run\` shows it behind Session; got "${text}"`)
  return text.toLowerCase()
}

/** A beat that was cancelled before it ran counts as skipped. */
const outcomeEnded = (ending: Run | null): SlotOutcome => ending?.outcome ?? 'skipped'

/** Of what the beats ended with and what their threads show afterwards: that of the worst. */
export const beatExitCode = (outcomes: readonly SlotOutcome[]): ExitCode =>
  EXIT_CODE[worstOutcome(outcomes) ?? 'quiet']

function report(cx: Context, thread: ThreadView, ending: Run | null): void {
  const outcome = ending === null ? 'skipped' : outcomeOf(ending)
  cx.out.table([
    [
      { text: String(thread.number), paint: cx.out.colors.dim },
      thread.name,
      { text: outcomeText(outcome), paint: paintOf(cx.out.colors, outcome) },
      ending?.durationMs == null ? '' : formatDuration(ending.durationMs),
      ending === null ? 'cancelled' : summaryOf(ending),
    ],
  ])
}
