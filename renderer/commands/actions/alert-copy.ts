export const ALERT_COPY = {
  /** What each key does to the alert that has the focus. */
  keys: {
    next: 'Next alert (or ↓)',
    previous: 'Previous alert (or ↑)',
    acknowledge: 'Acknowledge it',
    snooze: 'Snooze it for 1 hour',
    resolve: 'Resolve it',
    takeBack: 'Undo the last action',
    select: 'Select it',
    mute: 'Mute or unmute its thread',
    open: 'Open it',
  },
  did: {
    acknowledged: (n: number): string =>
      n === 1
        ? 'Acknowledged. Silent until it clears or changes.'
        : `${n} acknowledged. Silent until they clear or change.`,
    snoozed: (n: number, words: string): string =>
      `${n === 1 ? 'Snoozed' : `${n} snoozed`} ${words}. Beats go on.`,
    resolved: (n: number): string =>
      `${n === 1 ? 'Resolved' : `${n} resolved`}. A beat that finds it again raises it again.`,
    reopened: (n: number): string =>
      n === 0 ? 'Newer news of this stands already.' : `${n === 1 ? 'Open' : `${n} open`} again.`,
    muted: (name: string): string =>
      `No banners of ${name} for now. Its beats go on, and its alerts stand here.`,
    unmuted: (name: string): string => `${name} shows banners again.`,
  },
  snoozes: [
    { key: 'quarter', label: 'For 15 minutes', words: 'for 15 minutes' },
    { key: 'hour', label: 'For 1 hour', words: 'for 1 hour' },
    { key: 'four', label: 'For 4 hours', words: 'for 4 hours' },
    { key: 'tomorrow', label: 'Until tomorrow morning', words: 'until tomorrow morning' },
    { key: 'change', label: 'Until it changes', words: 'until it changes' },
  ] as const,
  mute: {
    hour: 'Mute its thread for 1 hour',
    tomorrow: 'Mute its thread until tomorrow morning',
    forever: 'Mute its thread for good',
    off: 'Unmute its thread',
  },
  /** The same in the menu of the thread itself. */
  muteThread: {
    menu: 'Mute…',
    hour: 'For 1 hour',
    tomorrow: 'Until tomorrow morning',
    forever: 'Until I turn it back',
    off: 'Unmute',
  },
} as const
