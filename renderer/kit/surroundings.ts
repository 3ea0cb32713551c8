import { createContext, use } from 'react'
import type { OwnKeys } from './keys.ts'

/** What the kit asks of the window around it. */
interface Surroundings {
  /** The keys a person chose in place of built-in ones. */
  readonly keys: OwnKeys
  /** Opens an address outside of the window. */
  readonly openLink: (url: string) => void
}

/** Outside of any window every key is the built-in one, and links lead nowhere. */
export const SurroundingsContext = createContext<Surroundings>({ keys: {}, openLink: () => undefined })
export const useSurroundings = (): Surroundings => use(SurroundingsContext)
