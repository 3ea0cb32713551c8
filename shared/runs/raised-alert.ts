import type { Severity } from '../base/severity.ts'
import type { KeptCommand } from '../events/command-again.ts'

/** What a run raises; the store turns it into a new alert or updates the open one. */
export interface RaisedAlert {
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
  /**
   * When it is the same news as an open alert of its cause, so that it is counted there and not told again.
   * Absent: its words are the same; `cause`: always; `unanswered cause`: until a person has acknowledged it.
   */
  readonly foldedBy?: 'cause' | 'unanswered cause' | undefined
  /** How many times in a row the same came in before it was told; absent: once. */
  readonly times?: number
  /** The command that a person may run again from it; absent: none. */
  readonly again?: KeptCommand | null | undefined
}

const ALERT_CHARS = 2000

/** Of a longer text the rest is read where it came from, not in an alert. */
export const capped = (text: string, whole: 'run' | 'activity' = 'run'): string =>
  text.length <= ALERT_CHARS
    ? text
    : `${text.slice(0, ALERT_CHARS)}…\n(${text.length - ALERT_CHARS} more characters in the ${whole})`
