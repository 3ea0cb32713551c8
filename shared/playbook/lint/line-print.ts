import { textHash } from '../../base/text-hash.ts'
import { endingOf } from '../lines.ts'

const EXACT = 1000

/** What a beat ticks is still the same line. */
const TICKED = /^(\s{0,40}(?:[-*+]|\d{1,9}[.)])\s{1,8}\[)[xX](?=\])/

/** A line without its ending, exactly but for a tick; of one that is very long, its beginning with a name of the whole. */
export function exactLineText(line: string): string {
  const body = line.slice(0, line.length - endingOf(line).length).replace(TICKED, '$1 ')
  return body.length <= EXACT ? body : `${body.slice(0, EXACT)}… ${body.length} ${textHash(body)}`
}

/** A short name for it. */
export const linePrint = (line: string): string => textHash(exactLineText(line))
