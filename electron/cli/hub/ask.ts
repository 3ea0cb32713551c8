import { parseDuration, type Instant } from '../../../shared/base/time.ts'
import { MOST_ALERTS } from '../../../shared/hub/order.ts'
import { readAlert } from '../../../shared/hub/others/read-states.ts'
import type { RemoteFleet } from '../../../shared/hub/status.ts'
import type { MailVerb } from '../../../shared/hub/mail.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { exact, shownLine } from '../kit/text.ts'
import { answerTo, placeThere } from './there.ts'

/** What can be asked of a thread of another machine. */
export const ASKABLE = ['wake', 'pause', 'resume', 'mute', 'unmute', 'acknowledge', 'snooze'] as const
type Askable = (typeof ASKABLE)[number]
/** As it is sent. */
const mailVerb = (verb: Askable): MailVerb => (verb === 'unmute' ? 'mute' : verb)

export interface AskOptions {
  readonly wait?: true
  readonly for?: string
  readonly untilChange?: true
  readonly note?: string
}

export async function askMachine(
  cx: Context,
  name: string,
  word: string,
  thread: string | undefined,
  o: AskOptions,
): Promise<void> {
  const verb = ASKABLE.find((one) => one === word)
  if (verb === undefined) throw usageError(`"${word}" cannot be asked for; one of: ${ASKABLE.join(', ')}`)
  if (thread === undefined) throw usageError(`Which thread there? threadbeat hub ask ${name} ${verb} THREAD`)
  const until = untilOf(verb, o, cx.now())
  const { client } = await cx.session()
  const fleet = await client.hub.fleet()
  const [machine, found] = placeThere(fleet, name, thread, cx.now())
  const about =
    verb === 'acknowledge' || verb === 'snooze'
      ? { alerts: openAlerts(fleet, machine, found) }
      : { thread: found.id }
  const id = await client.hub.send({
    to: machine.id,
    verb: mailVerb(verb),
    args: { ...ARGS[verb](until, o), ...about },
  })
  if (o.wait !== true)
    return cx.out.line(`Asked ${exact(machine.name)} to ${verb} ${exact(found.name)}. It has a day to do it.`)
  const answer = await answerTo(cx, machine.name, id)
  if (answer === null) return
  if (answer.end !== 'done' && answer.end !== 'already') cx.exitWith(1)
  cx.out.line(`${exact(machine.name)}: ${answer.end}. ${shownLine(answer.text)}`)
}

/** Those of the thread that stand there and are out of nobody's way yet, as far as is known. */
function openAlerts(
  { states }: RemoteFleet,
  machine: RemoteFleet['machines'][number],
  thread: { readonly id: string; readonly name: string },
): readonly string[] {
  const ids = states
    .filter((state) => state.machine === machine.id)
    .flatMap((state) => readAlert(state) ?? [])
    .filter((alert) => alert.thread === thread.id && alert.acknowledgedAt === null)
    .map(({ id }) => id)
  if (ids.length === 0)
    throw new CliError(shownLine(`No open alert of ${thread.name} on ${machine.name} is known here.`))
  return ids.slice(0, MOST_ALERTS)
}

const TIMED: Readonly<Record<Askable, 'never' | 'may' | 'must'>> = {
  wake: 'never',
  pause: 'may',
  resume: 'never',
  mute: 'must',
  unmute: 'never',
  acknowledge: 'never',
  snooze: 'must',
}

/** By this machine's clock; null: it has no end. */
function untilOf(verb: Askable, o: AskOptions, now: Instant): Until {
  if (o.untilChange === true && (verb !== 'snooze' || o.for !== undefined))
    throw usageError('--until-change goes with snooze, and without --for')
  if (o.note !== undefined && verb !== 'acknowledge') throw usageError('--note goes with acknowledge')
  if (o.untilChange === true) return 'change'
  if (o.for === undefined) {
    if (TIMED[verb] === 'must') throw usageError(`Say how long: threadbeat hub ask … ${verb} … --for 4h`)
    return null
  }
  if (TIMED[verb] === 'never') throw usageError(`--for does not go with ${verb}`)
  const forMs = parseDuration(o.for, 'm')
  if (forMs === null || forMs === 0) throw usageError(`--for must be a duration such as 4h, got "${o.for}"`)
  return now + forMs
}

type Until = Instant | 'change' | null
const ARGS: Readonly<Record<Askable, (until: Until, o: AskOptions) => Readonly<Record<string, unknown>>>> = {
  wake: () => ({ tier: null }),
  pause: (until) => ({ until, reason: '' }),
  resume: () => ({}),
  mute: (until) => ({ until }),
  unmute: () => ({ until: null }),
  acknowledge: (_until, { note }) => ({ note: note ?? null }),
  snooze: (until) => ({ until }),
}
