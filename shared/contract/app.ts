import type { WebhookTarget } from '../alerts/webhook.ts'

/* Of the app itself: its health, settings, webhooks and start. */

export interface Check {
  readonly name: string
  readonly state: 'ok' | 'off' | 'warn' | 'fail' // off: not there or not in use, and nothing is wrong
  readonly text: string
  readonly repair: string | null // what to do, as a sentence; null: there is nothing to do
}
export interface WebhookView extends Omit<WebhookTarget, 'secret'> {
  readonly hasSecret: boolean
  readonly last: { readonly at: number; readonly ok: boolean; readonly text: string } | null // null: nothing was sent yet
}
export interface WebhookIn {
  readonly port: number | null // null: off
  readonly running: boolean
  readonly problem: string | null // why it cannot be opened; null: it is open, or off
  readonly url: string | null // null: it is off
  readonly token: string
}
/** settings.json as it stands. */
export interface SettingsFileView {
  readonly path: string | null // null: these settings stand in no file
  readonly problem: string | null // why it cannot be read; the last good values count then
  readonly hand: readonly string[] // keys that a person wrote into it
  readonly set: readonly string[] // keys that are not built in
  readonly bad: readonly { readonly key: string; readonly text: string }[]
  readonly unknown: readonly string[]
}
export interface SettingsGeneration {
  readonly id: string
  readonly at: number
  readonly by: 'app' | 'hand' | 'restore'
  /** What restoring it would change; null: the built-in value. */
  readonly changes: readonly {
    readonly key: string
    readonly now: string | null
    readonly then: string | null
  }[]
}
export interface AutostartView {
  readonly supported: boolean
  readonly on: boolean // as the system says
  readonly text: string // how it is done, or why it cannot be
}
/** What this copy of the app knows of newer ones. */
export interface UpdateView {
  readonly current: string // its version
  /** `self`: it loads and installs them; `page`: it leads to where they are; `none`: it looks for none. */
  readonly way: 'self' | 'page' | 'none'
  readonly why: string | null // where it looks for none
  readonly state:
    | { readonly kind: 'unknown' | 'asking' }
    | { readonly kind: 'newest'; readonly channel: 'stable' | 'beta'; readonly at: number }
    | { readonly kind: 'found' | 'ready'; readonly version: string }
    | { readonly kind: 'loading'; readonly version: string; readonly percent: number }
    | { readonly kind: 'failed'; readonly what: 'look' | 'load'; readonly text: string }
  readonly answeredAt: number | null // when a look was last answered; null: none since the start
}

/** The `threadbeat` command of the person's terminals, as it stands on the disk. */
export interface CommandLineView {
  /**
   * Of the launcher. `ours`: it starts this copy; `other`: Threadbeat wrote it for another one; `foreign`:
   * something else stands in its place; `package`: the package of this copy brought one; `none`: none is written on
   * this system.
   */
  readonly state: 'absent' | 'ours' | 'other' | 'foreign' | 'package' | 'none'
  readonly file: string | null // null: none is written on this system
  readonly command: readonly string[] // what starts this copy, by whole paths
  readonly found: string | null // what terminals start as `threadbeat`; null: nothing, or not known
  readonly text: string
  /** What puts its folder on the PATH, and where it is written; null: it is there, or there is no folder. */
  readonly addToPath: { readonly line: string; readonly file: string } | null
}
