import type { Instant } from '../../../../shared/base/time.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import type { OtherMachines, OthersDetails } from '../../../../shared/hub/others/others.ts'
import type { RemoteAdvice, RemoteState } from '../../../../shared/hub/status.ts'
import type { Ports } from '../../ports/ports.ts'
import { createAsked, type Asked } from './asked.ts'
import { createOthersLists, type OthersLists } from './others-lists.ts'
import { createOthersMemory, MOST_MACHINES, MOST_OF_EACH, type OthersMemory } from './others-memory.ts'
import { createPaced } from './paced.ts'

/** The other machines of the fleet, live, without asking the hub; nothing of them is written down. */
export interface Others {
  /** This machine has joined: what was known under another id is forgotten. `name`: until the hub tells its name. */
  begin(machine: string, name: string): void
  /** It has left. */
  end(): void
  /** What is known stays while the link is down. `fault`: why it waits, as a sentence. */
  noteLink(is: OtherMachines['link'], fault: string | null): void
  cursor(): number
  /** True: the list of machines is to be read anew. */
  takeStates(states: readonly RemoteState[]): boolean
  takeMachines(machines: readonly Machine[], skewMs: number): void
  takeAdvice(advice: readonly RemoteAdvice[]): void
  /** Another one at most once a second, and by time alone where a machine falls silent or a snooze ends. */
  view(): OtherMachines | null
  readonly lists: OthersLists
  details(): OthersDetails
  /** null: no hub was joined. */
  asked(): Asked | null
  /** When `view` may be another. Returns its end. */
  onChange(listener: () => void): () => void
}

interface Joined {
  readonly machine: string
  readonly name: string
  readonly memory: OthersMemory
  readonly asked: Asked
  link: Pick<OtherMachines, 'link' | 'fault'>
  heardAt: Instant | null
  listedAt: Instant // when the list of machines was read
}

const NO_VIEW = { value: null, nextAt: Number.POSITIVE_INFINITY } as const
const NOTHING = { threads: [], alerts: [] } as const
const CONNECTING = { link: 'connecting', fault: null } as const

export function createOthers({ clock, log }: Pick<Ports, 'clock' | 'log'>): Others {
  let joined: Joined | null = null
  let rev = clock.now() // so that it is more than any of an earlier start
  let isFull = false
  const lists = createOthersLists()
  const shown = createPaced(clock, (now) => (joined === null ? NO_VIEW : viewOf(joined, rev, now)))
  function detailsChanged(isAtOnce = false): void {
    rev++
    shown.changed(isAtOnce)
  }
  function noteFull(leftOut: number): void {
    if (isFull || leftOut === 0) return
    isFull = true
    log('warn', 'hub.beyond', { leftOut, machines: MOST_MACHINES, ofEach: MOST_OF_EACH })
  }

  return {
    begin(machine, name) {
      if (joined?.machine === machine) return
      const memory = createOthersMemory(machine)
      lists.begin(machine)
      const asked = createAsked(clock, () => detailsChanged())
      joined = { machine, name, memory, asked, link: CONNECTING, heardAt: null, listedAt: clock.now() }
      detailsChanged(true)
    },
    end() {
      if (joined === null) return
      joined = null
      lists.end()
      detailsChanged(true)
    },
    noteLink(is, fault) {
      if (joined === null || (joined.link.link === is && joined.link.fault === fault)) return
      joined.link = { link: is, fault }
      shown.changed()
    },
    cursor: () => joined?.memory.cursor() ?? 0,
    takeStates(states) {
      if (joined === null) return false
      joined.heardAt = clock.now()
      const { isNews, isOfUnknown } = joined.memory.takeStates(states)
      noteFull(joined.memory.beyond())
      if (isNews) detailsChanged()
      return isOfUnknown
    },
    takeMachines(machines, skewMs) {
      if (joined === null) return
      joined.heardAt = joined.listedAt = clock.now()
      lists.keepOnly(machines)
      if (joined.memory.takeMachines(machines, skewMs)) rev++
      shown.changed()
    },
    takeAdvice: (advice) => void (lists.take(advice) && detailsChanged()),
    view: shown.value,
    lists,
    details: () => ({ rev, ...(joined?.memory.details() ?? NOTHING), ...lists.details() }),
    asked: () => joined?.asked ?? null,
    onChange: shown.onChange,
  }
}

function viewOf({ machine, name, memory, link, heardAt, listedAt }: Joined, rev: number, now: Instant) {
  const isConnected = link.link === 'connected'
  // While the link is down nobody is judged by what was not heard.
  const away = isConnected ? now : (heardAt ?? now)
  const value: OtherMachines = {
    here: { id: machine, name: memory.ownName() ?? name },
    ...link,
    heardAt,
    rev,
    machines: memory.machines(now, { connected: listedAt, away }),
  }
  return { value, nextAt: isConnected ? memory.nextChangeAt(now) : Number.POSITIVE_INFINITY }
}
