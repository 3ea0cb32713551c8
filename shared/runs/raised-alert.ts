import { type Severity } from '../base/severity.ts'

/** What a run raises; the store turns it into a new alert or updates the open one. */
export interface RaisedAlert {
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
}
