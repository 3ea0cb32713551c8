import type { AlertState } from '../../shared/alerts/alert.ts'
import { plural } from '../../shared/views/words.ts'

/** The words of the inbox. */
export const INBOX = {
  states: {
    open: 'Open',
    snoozed: 'Snoozed',
    acknowledged: 'Acknowledged',
    resolved: 'Resolved',
  } satisfies Record<AlertState, string>,
  sub: 'J and K move, A acknowledges, S snoozes, E resolves, U takes back, X selects, M mutes the thread, Enter opens.',
  empty: {
    open: 'Nothing waiting.',
    snoozed: 'Nothing is snoozed.',
    acknowledged: 'Nothing is acknowledged.',
    resolved: 'Nothing was resolved yet.',
  } satisfies Record<AlertState, string>,
  snoozedUntil: (n: number, when: string | null): string =>
    `${n} snoozed${when === null ? ' until something changes' : ` until ${when}`}.`,
  failed: 'The inbox could not be read.',
  again: 'Try again',
  showSnoozed: 'Show snoozed',
  until: (when: string): string => `until ${when}`,
  select: (name: string, title: string): string => `Select ${name}: ${title}`,
  /** What each key does to the alert that has the focus. */
  keys: {
    next: 'Next alert (or ↓)',
    previous: 'Previous alert (or ↑)',
    acknowledge: 'Acknowledge it',
    snooze: 'Snooze it for 1 hour',
    resolve: 'Resolve it',
    takeBack: 'Take back what was done',
    select: 'Select it',
    mute: 'Mute or unmute its thread',
    open: 'Open it',
  },
  more: 'Show more',
  groupOff: 'One by one',
  groupOn: 'By cause',
  group: 'Grouping',
  selected: (n: number): string => `${plural(n, 'alert')} selected`,
  clear: 'Clear selection',
  note: 'Note, if you like',
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  snooze: 'Snooze…',
  takeBack: 'Take back',
  moreActions: (name: string): string => `More for ${name}`,
  mute: {
    hour: 'Mute its thread for 1 hour',
    tomorrow: 'Mute its thread until tomorrow 09:00',
    forever: 'Mute its thread for good',
    off: 'Unmute its thread',
  },
  /** The same in the menu of the thread itself. */
  muteThread: {
    menu: 'Mute…',
    hour: 'For 1 hour',
    tomorrow: 'Until tomorrow 09:00',
    forever: 'Until I turn it back',
    off: 'Unmute',
  },
  muted: 'Muted',
  handedOver: 'Handed over',
  flapping: 'Flapping',
  seen: (n: number, last: string): string => `seen ${n}×, last ${last}`,
  cleared: (when: string): string => `cleared by itself ${when}`,
  byYou: (when: string): string => `resolved by you ${when}`,
  replaced: (when: string): string => `newer news took its place ${when}`,
  untilChange: 'until it changes',
  snoozes: [
    { key: 'quarter', label: 'For 15 minutes', words: 'for 15 minutes' },
    { key: 'hour', label: 'For 1 hour', words: 'for 1 hour' },
    { key: 'four', label: 'For 4 hours', words: 'for 4 hours' },
    { key: 'tomorrow', label: 'Until tomorrow 09:00', words: 'until tomorrow 09:00' },
    { key: 'change', label: 'Until it changes', words: 'until it changes' },
  ] as const,
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
  undo: 'Undo',
  incident: {
    label: (title: string): string => `Incident: ${title}`,
    show: 'Show threads',
    hide: 'Hide threads',
    came: (n: number): string => `came back ${n}×`,
    known: 'Acknowledged',
    retried: (n: number): string => `${plural(n, 'beat')} queued.`,
  },
} as const
