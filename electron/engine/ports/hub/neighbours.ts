import type { Fault } from '../../../../shared/base/faults.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { ListLine } from '../../../../shared/hub/list.ts'
import type { OfferedThere } from '../../../../shared/hub/offered.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'

/** A thread of another machine whose list may be read. */
export interface Neighbour {
  readonly machine: string // id
  readonly thread: ThreadId
  /** What it is called here: NAME on MACHINE. */
  readonly name: string
  readonly lines: readonly ListLine[]
  readonly withheld: number
}

/** What is known of the lists of other machines, and the way to suggest lines to them. Contract: never rejects. */
export interface Neighbours {
  /** From memory; those whose names look like an attack are left out. */
  threads(): readonly Neighbour[]
  /** Whether it is sent; what becomes of it is told later. hub.unreachable: there is no connection now. */
  offer(
    to: Pick<Neighbour, 'machine' | 'thread'>,
    line: { readonly tier: Tier; readonly text: string; readonly why: string },
  ): Promise<Result<void, Fault>>
  /** How suggestions stand that were offered from here, the newest news first. */
  offered(): readonly OfferedThere[]
}
