/** What is said of alerts of other machines. */
export const OTHER_INBOX = {
  title: 'Inbox',
  list: (machine: string): string => `Alerts of ${machine}`,
  none: 'No other machine has an open alert.',
  noneOf: (machine: string): string => `${machine} has no open alert.`,
  put: (n: number): string => `${n} acknowledged or snoozed`,
  itself: 'the machine itself',
  unknown: 'a thread that is gone',
  raised: (ago: string): string => `raised ${ago}`,
  acknowledged: 'acknowledged',
  snoozed: (until: string | null): string =>
    until === null ? 'snoozed until it changes' : `snoozed until ${until}`,
  row: (severity: string, name: string, machine: string, text: string): string =>
    `${severity}: ${name} on ${machine}. ${text}`,
  acknowledge: 'Acknowledge',
  snooze: (long: string): string => `Snooze ${long}`,
  more: (name: string): string => `More for ${name}`,
  showMore: 'Show more',
} as const
