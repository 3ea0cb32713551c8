import { commandName, isFactKey } from '../../shared/alerts/fact-news.ts'
import type { Alert, AlertState } from '../../shared/alerts/alert.ts'
import { plural } from '../../shared/base/amounts.ts'

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
  muted: 'Muted',
  handedOver: 'Handed over',
  flapping: 'Flapping',
  seen: ({ key, seen }: Pick<Alert, 'key' | 'seen'>, last: string): string =>
    isFactKey(key) && commandName(key) === null
      ? `${seen} in all, last ${last}`
      : `seen ${seen}×, last ${last}`,
  cleared: (when: string): string => `cleared by itself ${when}`,
  byYou: (when: string): string => `resolved by you ${when}`,
  replaced: (when: string): string => `newer news took its place ${when}`,
  untilChange: 'until it changes',
  incident: {
    label: (title: string): string => `Incident: ${title}`,
    show: 'Show threads',
    hide: 'Hide threads',
    came: (n: number): string => `came back ${n}×`,
    known: 'Acknowledged',
    retried: (n: number): string => `${plural(n, 'beat')} queued.`,
  },
} as const
