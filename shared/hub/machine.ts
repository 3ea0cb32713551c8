import type { Instant } from '../base/time.ts'

export const MACHINE_CLASSES = ['laptop', 'workstation', 'server'] as const
export type MachineClass = (typeof MACHINE_CLASSES)[number]

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
  readonly skewMs: number // its clock less the hub's, as measured when it was last seen
  readonly intervalMs: number | null // the shortest interval of a thread that beats; null: none does
}
