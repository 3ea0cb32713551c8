import { findHidden } from '../base/hidden-text.ts'
import type { Instant } from '../base/time.ts'

export const MACHINE_CLASSES = ['laptop', 'workstation', 'server'] as const
export type MachineClass = (typeof MACHINE_CLASSES)[number]

/** Why a machine cannot be called so, as a sentence; null: it can. */
export const machineNameProblem = (name: string): string | null =>
  name.trim() === '' || /\p{Cc}/u.test(name) || findHidden(name) !== null
    ? 'The name of a machine is not blank, and has no control or invisible characters.'
    : null

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
