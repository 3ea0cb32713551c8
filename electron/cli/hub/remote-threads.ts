import { aheadOf, readThread, threadHere } from '../../../shared/hub/others/read-states.ts'
import type { RemoteThread } from '../../../shared/hub/others/others.ts'
import type { RemoteFleet } from '../../../shared/hub/status.ts'

/** Threads of other machines as they told them last, by the clock here. Those that were removed there are left out. */
export function remoteThreads(
  { machines, states, hubNow }: RemoteFleet,
  now: number,
): readonly RemoteThread[] {
  const ahead = new Map(machines.map((machine) => [machine.id, aheadOf(machine, now - hubNow)]))
  return states
    .flatMap((state) => readThread(state) ?? [])
    .map((thread) => threadHere(thread, ahead.get(thread.machine) ?? 0))
    .sort((a, b) => a.number - b.number)
}
