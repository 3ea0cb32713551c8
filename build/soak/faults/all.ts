import type { Kind } from './board.ts'
import { LIST_KINDS } from './kinds/lists.ts'
import { PLACE_KINDS } from './kinds/places.ts'
import { REPOSITORY_KINDS } from './kinds/repositories.ts'

/** Every kind of fault, in the order of the board. */
export const KINDS: readonly Kind[] = [...PLACE_KINDS, ...LIST_KINDS, ...REPOSITORY_KINDS]
