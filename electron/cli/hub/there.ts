import { setTimeout as wait } from 'node:timers/promises'
import type { RemoteThread } from '../../../shared/hub/others/others.ts'
import { machinesNamed } from '../../../shared/hub/machine.ts'
import type { MailAnswer, RemoteFleet } from '../../../shared/hub/status.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { matchThread } from '../kit/find-thread.ts'
import { exact, shownLine } from '../kit/text.ts'
import { remoteThreads } from './remote-threads.ts'

const LOOK_EVERY_MS = 500
const WAITS_MS = 60_000

/** Another machine by its name or id, and a thread of it by its number or name. */
export function placeThere(
  fleet: RemoteFleet,
  name: string,
  thread: string,
  now: number,
): readonly [RemoteFleet['machines'][number], RemoteThread] {
  const machine = machineNamed(fleet, name)
  const there = remoteThreads(fleet, now)
    .filter((one) => one.machine === machine.id)
    .map((one) => ({ ...one, repoPath: '', role: 'worker' as const }))
  const found = matchThread(there, thread, '\0')
  if (!found.ok) throw new CliError(shownLine(`On ${machine.name}: ${found.error.message}`))
  return [machine, found.value]
}

/** null: it has not answered within a minute, which is said, and the command ends with 1. */
export async function answerTo(cx: Context, machine: string, id: string): Promise<MailAnswer> {
  const answer = await answerWithin(cx, id, WAITS_MS)
  if (answer !== null) return answer
  cx.exitWith(1)
  cx.out.line(`${exact(machine)} has not answered within a minute; it has a day to do it.`)
  return null
}

/** null: there was none in that time. */
export async function answerWithin(cx: Context, id: string, ms: number): Promise<MailAnswer> {
  const { client } = await cx.session()
  const ends = cx.now() + ms
  for (;;) {
    const answer = await client.hub.answer({ id })
    if (answer !== null || cx.now() >= ends) return answer
    await wait(LOOK_EVERY_MS)
  }
}

function machineNamed(
  { machines, machine: own }: RemoteFleet,
  name: string,
): RemoteFleet['machines'][number] {
  const others = machines.filter(({ id }) => id !== own)
  const found = machinesNamed(others, name)
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
