import { revealDeceptive } from '../../../shared/base/hidden-text.ts'

/** An override, a zero width, a tag and an isolate: what a reader does not see. */
const HIDDEN = 'x\u202Ey\u200Bz\u{E0041}w\u2066v'
const LEFT_OUT = 'xyzwv'

export interface Plants {
  /** A text from outside that says what it is, and hides something. */
  readonly of: (what: string) => string
  /** What is in none of these pages, neither by its codes nor without. */
  readonly unseen: (pages: readonly string[]) => readonly string[]
}

export function plants(): Plants {
  const planted = new Set<string>()
  return {
    of(what) {
      planted.add(what)
      return `${what} ${HIDDEN}`
    },
    unseen: (pages) =>
      [...planted].filter((what) => {
        const forms = [revealDeceptive(`${what} ${HIDDEN}`), `${what} ${LEFT_OUT}`]
        return !pages.some((page) => forms.some((form) => page.includes(form)))
      }),
  }
}
