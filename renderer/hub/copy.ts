import { plural } from '../../shared/base/amounts.ts'
import type { MailVerb } from '../../shared/hub/mail.ts'

/** What is said of other machines. */
export const HUB = {
  machines: 'Machines',
  here: 'This machine',
  ownPart: (name: string): string => `This machine: ${name}`,
  ownPage: (name: string): string => `This page is about this machine (${name}).`,
  all: 'All machines',
  switch: (shown: string): string => `Machines: ${shown}`,
  others: 'Other machines',
  connecting: 'Connecting to the hub. Nothing is known of other machines yet.',
  waits: (since: string | null, why: string | null): string =>
    `${
      since === null
        ? 'The hub has not answered since the start; nothing is known of other machines.'
        : `The hub has not answered since ${since}; what is shown of other machines is that old.`
    }${why === null ? '' : ` Why: ${why}`}`,
  none: 'No other machine has joined the hub.',
  invite: 'Open Machines',
  failed: 'What other machines told could not be read.',
  again: 'Try again',
  threads: (n: number): string => plural(n, 'thread'),
  threadsOf: (n: number, all: number): string =>
    n === all ? plural(all, 'thread') : `${n} of ${plural(all, 'thread')}`,
  openAlerts: (n: number): string => plural(n, 'open alert'),
  asked: {
    verb: {
      wake: 'Beat',
      pause: 'Pause',
      resume: 'Resume',
      acknowledge: 'Acknowledge',
      snooze: 'Snooze',
      'fetch-run': 'Lines',
      'decide-suggestion': 'Decision',
      'propose-edit': 'Proposal',
    } satisfies Partial<Record<MailVerb, string>>,
    pending: (verb: string, ago: string): string => `${verb}: asked ${ago}`,
    waits: 'It has a day to do it.',
    done: (verb: string): string => `${verb}: done`,
    already: (verb: string, answer: string): string => `${verb}: ${answer || 'already so'}`,
    notAsked: (verb: string, name: string, machine: string, why: string): string =>
      `${verb} of ${name} on ${machine} was not asked: ${why}`,
    expired: (verb: string): string => `${verb}: expired, nobody took it within a day`,
    refused: (verb: string, why: string): string => `${verb}: ${why}`,
    noWhy: 'refused without a reason',
    seconds: (n: number): string => `${n} s ago`,
  },
} as const
