import { CI_KINDS } from './ci.ts'
import { CODE_KINDS } from './code.ts'
import type { CheckKind } from './kind.ts'
import { SUPPLY_KINDS } from './supply.ts'

const TABLE = { ...CODE_KINDS, ...CI_KINDS, ...SUPPLY_KINDS }
/** Id of a canonical check. */
export type CheckId = keyof typeof TABLE
/** Every canonical check by its id, in the order in which they are listed. */
export const CHECK_KINDS: ReadonlyMap<string, CheckKind> = new Map(Object.entries(TABLE))

/** What a check is called; one that the table does not know by its id. */
export const titleOf = (check: string): string => CHECK_KINDS.get(check)?.title ?? check.replaceAll('-', ' ')
