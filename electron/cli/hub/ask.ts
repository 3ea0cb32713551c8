import { setTimeout as wait } from 'node:timers/promises'
import type { RemoteFleet } from '../../../shared/hub/status.ts'
import type { MailVerb } from '../../../shared/hub/mail.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { matchThread } from '../kit/find-thread.ts'
import { exact, plain } from '../kit/text.ts'
import { remoteThreads } from './remote-threads.ts'

/** What can be asked of a thread of another machine. */
export const ASKABLE = ['wake', 'pause', 'resume'] as const satisfies readonly MailVerb[]
type Askable = (typeof ASKABLE)[number]

export interface AskOptions {
  readonly wait?: true
}

const LOOK_EVERY_MS = 500
const WAITS_MS = 60_000

export async function askMachine(
  cx: Context,
  name: string,
  word: string,
  thread: string | undefined,
  { wait: waits }: AskOptions,
): Promise<void> {
  const verb = ASKABLE.find((one) => one === word)
  if (verb === undefined) throw usageError(`"${word}" cannot be asked for; one of: ${ASKABLE.join(', ')}`)
  if (thread === undefined) throw usageError(`Which thread there? threadbeat hub ask ${name} ${verb} THREAD`)
  const { client } = await cx.session()
  const fleet = await client.hub.fleet()
  const machine = machineNamed(fleet, name)
  const there = remoteThreads(fleet, cx.now())
    .filter((one) => one.machine === machine.id)
    .map((one) => ({ ...one, repoPath: '', role: 'worker' as const }))
  const found = matchThread(there, thread, '\0')
  if (!found.ok) throw new CliError(`On ${machine.name}: ${found.error.message}`)
  const id = await client.hub.send({ to: machine.id, verb, args: { ...ARGS[verb], thread: found.value.id } })
  if (waits !== true)
    return cx.out.line(
      `Asked ${exact(machine.name)} to ${verb} ${exact(found.value.name)}. It has a day to do it.`,
    )
  const ends = cx.now() + WAITS_MS
  for (;;) {
    const answer = await client.hub.answer({ id })
    if (answer !== null) {
      if (answer.end !== 'done' && answer.end !== 'already') cx.exitWith(1)
      return cx.out.line(`${exact(machine.name)}: ${answer.end}. ${plain(answer.text)}`)
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
      `Several machines are called "${name}": ${found.map(({ id }) => id).join(', ')}. Use the id.`,
    )
  throw new CliError(
    `There is no other machine "${name}". ${others.length === 0 ? 'None has joined' : `Machines: ${others.map((one) => one.name).join(', ')}`}`,
  )
}

const ARGS: Readonly<Record<Askable, Readonly<Record<string, unknown>>>> = {
  wake: { tier: null },
  pause: { until: null, reason: '' },
  resume: {},
}
