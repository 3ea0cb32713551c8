import { plural } from '../../../shared/base/amounts.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { machineState, stateColour, stateWords, stateWordsAsOf } from '../../../shared/hub/machine-state.ts'
import type { OtherMachine, OtherMachines, RemoteThread } from '../../../shared/hub/others/others.ts'
import type { RemoteFleet } from '../../../shared/hub/status.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import { needsYou } from '../../../shared/views/verdict.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { sentenceOf } from '../kit/errors.ts'
import { paintOf, plain, relative, shownLine, stateText } from '../kit/text.ts'
import { remoteThreads } from './remote-threads.ts'

const COLOURS = { none: 'reset', grey: 'dim', amber: 'yellow', red: 'red' } as const

/** A text: why the hub could not be asked. */
export async function askOtherMachines(cx: Context): Promise<RemoteFleet | string> {
  const { client } = await cx.session()
  try {
    return await client.hub.fleet()
  } catch (error) {
    return sentenceOf(error)
  }
}

/** A thread of another machine needs somebody, as far as is known, or a machine is not there to say so. */
export function isTroubled(fleet: RemoteFleet | string, now: Instant): boolean {
  if (typeof fleet === 'string') return true
  const isLive = othersOf(fleet).every((machine) => machineState(machine, fleet.hubNow).state === 'live')
  return (
    !isLive ||
    fleet.leftOut > 0 ||
    remoteThreads(fleet, now).some((t) => needsYou(t.state) || t.openAlerts > 0)
  )
}

const othersOf = ({ machines, machine: own }: RemoteFleet): RemoteFleet['machines'] =>
  machines.filter(({ id }) => id !== own)

/**
 * The threads of the other machines below this one's, each with the age of what is known of it. `known`: what the app
 * here remembers, for where the hub does not answer; null: nothing.
 */
export async function showOtherMachines(
  cx: Context,
  fleet: RemoteFleet | string,
  known: OtherMachines | null,
): Promise<void> {
  if (typeof fleet === 'string') return showRemembered(cx, fleet, known)
  const face = await clockFace(cx)
  const { colors } = cx.out
  const ago = cx.now() - fleet.hubNow // this clock less the hub's
  const threads = remoteThreads(fleet, cx.now())
  for (const machine of othersOf(fleet)) {
    const is = machineState(machine, fleet.hubNow)
    const words = stateWords(is, (at) => shortMomentText(at + ago, cx.now(), face))
    head(cx, machine, colors[COLOURS[stateColour({ ...machine, ...is })]](words))
    showThreads(cx, threads, machine.id)
  }
  if (fleet.leftOut > 0) cx.out.line(colors.yellow(`! ${leftOutWords(fleet.leftOut)}`))
}

const leftOutWords = (n: number): string =>
  `${plural(n, 'state', 'states')} of other machines ${n === 1 ? 'is' : 'are'} not shown: of each machine the newest thousand threads and alerts are read.`

/** `why`: the hub could not be asked. */
async function showRemembered(cx: Context, why: string, known: OtherMachines | null): Promise<void> {
  const { colors } = cx.out
  const since = known?.heardAt ?? null
  if (known === null || since === null)
    return cx.out.line(colors.yellow(`! Of the other machines nothing is known now: ${shownLine(why)}`))
  const face = await clockFace(cx)
  const shown = (instant: Instant): string => shortMomentText(instant, cx.now(), face)
  const at = shown(since)
  cx.out.line(colors.yellow(`! The hub could not be asked: ${shownLine(why)} What follows is as of ${at}.`))
  const { threads } = await (await cx.session()).client.hub.others()
  for (const machine of known.machines) {
    head(cx, machine, colors.dim(stateWordsAsOf(machine, since, shown)))
    showThreads(
      cx,
      threads.toSorted((a, b) => a.number - b.number),
      machine.id,
    )
  }
}

function head(cx: Context, { name, class: kind }: Pick<OtherMachine, 'name' | 'class'>, words: string): void {
  cx.out.line('')
  cx.out.line(`${cx.out.colors.bold(shownLine(name))} (${kind}): ${words}`)
}

function showThreads(cx: Context, threads: readonly RemoteThread[], machine: string): void {
  const { colors } = cx.out
  cx.out.table(
    threads
      .filter((thread) => thread.machine === machine)
      .map((thread) => [
        { text: String(thread.number), paint: colors.dim },
        plain(thread.name),
        { text: stateText(thread.state), paint: paintOf(colors, thread.state) },
        `told ${relative(thread.toldAt, cx.now())}`,
        plain(thread.because),
      ]),
  )
}
