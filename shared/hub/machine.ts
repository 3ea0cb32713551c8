import { HIDDEN } from '../base/hidden-text.ts'
import type { Instant } from '../base/time.ts'

export const MACHINE_CLASSES = ['laptop', 'workstation', 'server'] as const
export type MachineClass = (typeof MACHINE_CLASSES)[number]

/** Why a machine cannot be called so, as a sentence; null: it can. The hub asks the same of it (`threadbeat.fit_name`). */
export function machineNameProblem(name: string): string | null {
  if (nameKey(name) === '' || /\p{Cc}/u.test(name) || HIDDEN.test(name))
    return 'The name of a machine is not blank, and has no control or invisible characters.'
  if (NAME_MARKS.test(name))
    return 'The name of a machine has no quotation marks, brackets, commas, colons or semicolons.'
  return NOT_NAMES.includes(nameKey(name))
    ? `“${name.trim()}” is no name of a machine: Threadbeat says it of machines.`
    : null
}
/** What would end the name, or seem to say something of it, where it stands in a sentence or a table. */
export const NAME_MARKS = /["“”„«»()[\]{}<>,:;|]/
export const NOT_NAMES = [
  'you',
  'me',
  'here',
  'thisone',
  'thismachine',
  'allmachines',
  'threadbeat',
  'themaster',
]

/** Letters that look like another one, in lower case. */
export const LOOKALIKES = {
  letters: 'аеорсухіјѕһԁԛԝвкмнтгαορνικτυχεημβγı',
  like: 'aeopcyxijshdqwbkmhtraopviktuxenmbyi',
} as const

/** Two names with the same key are one name, as the hub sees it (`threadbeat.name_key`). '': nothing of it is seen. */
export const nameKey = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').replace(UNSEEN, '').replace(ENDS, '')]
    .map((letter) => LOOKALIKES.like[LOOKALIKES.letters.indexOf(letter)] ?? letter)
    .join('')
/** Marks on letters, and blanks. */
const UNSEEN = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\s]+/g
const ENDS = /^[-.'`_~]+|[-.'`_~]+$/g

/** The machines that are meant by an id, a name, or, where none is called exactly so, a name in other letters. */
export function machinesNamed<M extends Pick<Machine, 'id' | 'name'>>(
  machines: readonly M[],
  which: string,
): readonly M[] {
  const wide = (one: M): boolean => nameKey(one.name) === nameKey(which)
  for (const is of [(one: M) => one.id === which, (one: M) => one.name === which, wide]) {
    const found = machines.filter(is)
    if (found.length > 0) return found
  }
  return []
}

/** A machine as the hub knows it. Instants are by the hub's clock. */
export interface Machine {
  readonly id: string // UUID, made when it joined
  readonly name: string
  readonly class: MachineClass
  readonly version: string // of Threadbeat
  readonly lastSeenAt: Instant
  readonly lastBeatAt: Instant | null // the newest beat that ended; null: none yet
  readonly isConnected: boolean
  readonly asleepSince: Instant | null // it said so before it slept; null: it did not
  readonly stoppedAt: Instant | null // it said so when it stopped; null: it did not, or is back
  readonly skewMs: number // its clock less the hub's, as measured when it was last seen
  readonly intervalMs: number | null // the shortest interval of a thread that beats; null: none does
}
