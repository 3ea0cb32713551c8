import { machineState, machineWords } from '../../../shared/hub/machine-state.ts'
import type { RemoteFleet } from '../../../shared/hub/status.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { sentenceOf } from '../kit/errors.ts'
import { paintOf, plain, relative, stateText } from '../kit/text.ts'
import { remoteThreads } from './remote-threads.ts'

const COLOURS = { none: 'reset', grey: 'dim', amber: 'yellow', red: 'red' } as const

/** The threads of the other machines below this one's, each with the age of what is known of it. */
export async function showOtherMachines(cx: Context): Promise<void> {
  const { client } = await cx.session()
  let fleet: RemoteFleet
  try {
    fleet = await client.hub.fleet()
  } catch (error) {
    return cx.out.line(
      cx.out.colors.yellow(`! Of the other machines nothing is known now: ${plain(sentenceOf(error))}`),
    )
  }
  const face = await clockFace(cx)
  const { colors } = cx.out
  const ago = cx.now() - fleet.hubNow // this clock less the hub's
  const threads = remoteThreads(fleet, cx.now())
  for (const machine of fleet.machines.filter(({ id }) => id !== fleet.machine)) {
    const { colour } = machineState(machine, fleet.hubNow)
    const words = machineWords(machine, fleet.hubNow, (at) => shortMomentText(at + ago, cx.now(), face))
    cx.out.line('')
    cx.out.line(`${colors.bold(plain(machine.name))} (${machine.class}): ${colors[COLOURS[colour]](words)}`)
    cx.out.table(
      threads
        .filter((thread) => thread.machine === machine.id)
        .map((thread) => [
          { text: String(thread.number), paint: colors.dim },
          plain(thread.name),
          { text: stateText(thread.state), paint: paintOf(colors, thread.state) },
          `told ${relative(thread.toldAt, cx.now())}`,
          plain(thread.because),
        ]),
    )
  }
}
