import type { Instant } from '../base/time.ts'

/**
 * What another machine may ask for. What decides what is executed is never among them: trust, approvals, runners,
 * permissions and commands are given at the machine itself.
 */
export const MAIL_VERBS = [
  'wake',
  'stop',
  'acknowledge',
  'snooze',
  'mute',
  'pause',
  'resume',
  'offer-suggestion',
  'decide-suggestion',
  'propose-edit',
  'fetch-run',
] as const
export type MailVerb = (typeof MAIL_VERBS)[number]

export interface Mail {
  readonly id: string // UUID, made by the sender
  readonly seq: number // of the hub: the order of its coming
  readonly verb: MailVerb
  readonly args: Readonly<Record<string, unknown>> // `until` by the hub's clock
  readonly by: { readonly machine: string; readonly name: string }
  readonly at: Instant // by the hub's clock
  readonly expiresAt: Instant
}

/** done: it had its effect; refused: `text` says why; expired: nobody took it in time; already: it was so before. */
export const MAIL_ENDS = ['done', 'refused', 'expired', 'already'] as const
export type MailEnd = (typeof MAIL_ENDS)[number]
