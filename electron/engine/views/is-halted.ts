import type { Store } from '../ports/store.ts'
import type { Engine } from '../loop/engine.ts'

interface HaltParts {
  readonly store: Pick<Store, 'writeProblem'>
  readonly engine: Pick<Engine, 'live'>
}

/** No beat can start: the scheduler fails, or nothing can be written. Whatever is due then is no promise. */
export const isHalted = ({ store, engine }: HaltParts): boolean =>
  engine.live.halted() || store.writeProblem() !== null
