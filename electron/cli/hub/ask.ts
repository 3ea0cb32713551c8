import { setTimeout as wait } from 'node:timers/promises'
import { parseDuration, type Instant } from '../../../shared/base/time.ts'
import { MOST_ALERTS } from '../../../shared/hub/order.ts'
import { readAlert } from '../../../shared/hub/others/read-states.ts'
import type { RemoteFleet } from '../../../shared/hub/status.ts'
import type { MailVerb } from '../../../shared/hub/mail.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { matchThread } from '../kit/find-thread.ts'
import { exact, shownLine } from '../kit/text.ts'
import { remoteThreads } from './remote-threads.ts'

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

const LOOK_EVERY_MS = 500
const WAITS_MS = 60_000

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
  const machine = machineNamed(fleet, name)
  const there = remoteThreads(fleet, cx.now())
    .filter((one) => one.machine === machine.id)
    .map((one) => ({ ...one, repoPath: '', role: 'worker' as const }))
  const found = matchThread(there, thread, '\0')
  if (!found.ok) throw new CliError(shownLine(`On ${machine.name}: ${found.error.message}`))
  const about =
    verb === 'acknowledge' || verb === 'snooze'
      ? { alerts: openAlerts(fleet, machine, found.value) }
      : { thread: found.value.id }
  const id = await client.hub.send({
    to: machine.id,
    verb: mailVerb(verb),
    args: { ...ARGS[verb](until, o), ...about },
  })
  if (o.wait !== true)
    return cx.out.line(
      `Asked ${exact(machine.name)} to ${verb} ${exact(found.value.name)}. It has a day to do it.`,
    )
  const ends = cx.now() + WAITS_MS
  for (;;) {
    const answer = await client.hub.answer({ id })
    if (answer !== null) {
      if (answer.end !== 'done' && answer.end !== 'already') cx.exitWith(1)
      return cx.out.line(`${exact(machine.name)}: ${answer.end}. ${shownLine(answer.text)}`)
    }
    if (cx.now() >= ends) {
      cx.exitWith(1)
      return cx.out.line(`${exact(machine.name)} has not answered within a minute; it has a day to do it.`)
    }
    await wait(LOOK_EVERY_MS)
  }
}

function machineNamed(
  { machines, machine: own }: RemoteFleet,
  name: string,
): RemoteFleet['machines'][number] {
  const others = machines.filter(({ id }) => id !== own)
  const found = others.filter((one) => one.name === name || one.id === name)
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  if (second !== undefined)
    throw new CliError(
      shownLine(
        `Several machines are called "${name}": ${found.map(({ id }) => id).join(', ')}. Use the id.`,
      ),
    )
  throw new CliError(
    shownLine(
      `There is no other machine "${name}". ${others.length === 0 ? 'None has joined' : `Machines: ${others.map((one) => one.name).join(', ')}`}`,
    ),
  )
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
