import type { RemoteFleet, RemoteState } from '../../../shared/hub/status.ts'
import { THREAD_STATES, type ThreadState } from '../../../shared/views/thread-view.ts'

/** A thread of another machine, as that told it last. What came from outside is read as what it must be. */
interface RemoteThread {
  readonly id: string
  readonly machine: string // its id
  readonly number: number
  readonly name: string
  readonly state: ThreadState
  readonly because: string
  readonly toldAt: number
}

const isState = (value: unknown): value is ThreadState => THREAD_STATES.some((state) => state === value)

function threadOf({ machine, id, at, body }: RemoteState): readonly RemoteThread[] {
  const { number, name, state, because } = body
  return typeof number === 'number' && typeof name === 'string' && isState(state)
    ? [{ id, machine, number, name, state, because: typeof because === 'string' ? because : '', toldAt: at }]
    : []
}

/** Those that were removed there are left out. */
export const remoteThreads = ({ states }: RemoteFleet): readonly RemoteThread[] =>
  states
    .filter(({ kind }) => kind === 'thread')
    .flatMap(threadOf)
    .sort((a, b) => a.number - b.number)
