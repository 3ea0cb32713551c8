import { replaced, type Redactor } from './redactor.ts'
import { KEY_ENDS } from './token-shapes.ts'

/**
 * The same as redacting the whole, for a text that comes in pieces. What could be the beginning of a
 * credential is held back: at most the last line, and of a longer one as much as a credential may have.
 */
interface RedactStream {
  /** What can be shown by now; '' for nothing. */
  push(piece: string): string
  /** What was held back. */
  end(): string
}

/** As far back as a shape looks from where it begins. */
const LOOKED_BACK = 512

export function redactStream({ scan }: Redactor): RedactStream {
  let before = '' // passed on already, for what a shape looks back at
  let held = ''

  const take = (isLast: boolean): string => {
    const text = before + held
    const found = scan.find(text, before.length)
    const cut = isLast ? text.length : cutAt(text, before.length, found, scan)
    const shown = replaced(text, before.length, cut, found)
    held = text.slice(cut)
    before = text.slice(Math.max(0, cut - LOOKED_BACK), cut)
    return shown
  }

  return {
    push(piece) {
      held += piece
      return /[\r\n]/.test(piece) || held.length > 2 * scan.reach ? take(false) : ''
    },
    end: () => (held === '' ? '' : take(true)),
  }
}

/** Where the text can be parted: no candidate lies across, and none that begins before can grow any more. */
function cutAt(
  text: string,
  from: number,
  found: ReturnType<Redactor['scan']['find']>,
  { reach, longValues }: Redactor['scan'],
): number {
  const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  const decided = Math.max(lineEnd, text.length - reach)
  let cut = Math.max(from, Math.min(decided, openKey(text, from, reach), openValue(text, longValues)))
  // By where they begin, the last one first: what the cut is moved to lies across no later one.
  for (const { from: begin, end } of found.toReversed()) if (begin < cut && end > cut) cut = begin
  return cut
}

/** Its first line may not be whole yet. */
const OPEN_KEY = /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY/

/** Where a private key begins whose end has not come yet. */
function openKey(text: string, from: number, reach: number): number {
  const begin = text.lastIndexOf('-----BEGIN ')
  if (begin < from || text.length - begin > reach) return text.length
  const key = text.slice(begin)
  return OPEN_KEY.test(key) && !KEY_ENDS.test(key) ? begin : text.length
}

/** Where the beginning of a value of several lines stands at the end of the text. */
function openValue(text: string, values: readonly string[]): number {
  let at = text.length
  for (const value of values)
    for (let length = Math.min(value.length - 1, text.length); length > 0; length--)
      if (text.endsWith(value.slice(0, length))) {
        at = Math.min(at, text.length - length)
        break
      }
  return at
}
