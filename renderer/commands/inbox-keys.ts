import { ALERT_COPY } from './alert-copy.ts'
import { isStroke } from '../kit/keys.ts'

/** What a key does to the alert that has the focus. */
type InboxDeed =
  | 'next'
  | 'previous'
  | 'acknowledge'
  | 'snooze'
  | 'resolve'
  | 'takeBack'
  | 'select'
  | 'mute'
  | 'open'

/**
 * The keys of the inbox: it listens by this list, and the list of all shortcuts shows it. `also`: the same,
 * without a line of its own.
 */
export const INBOX_KEYS: readonly {
  readonly does: InboxDeed
  readonly keys: string
  readonly also?: string
  readonly title: string
}[] = [
  { does: 'next', keys: 'J', also: 'ArrowDown', title: ALERT_COPY.keys.next },
  { does: 'previous', keys: 'K', also: 'ArrowUp', title: ALERT_COPY.keys.previous },
  { does: 'acknowledge', keys: 'A', title: ALERT_COPY.keys.acknowledge },
  { does: 'snooze', keys: 'S', title: ALERT_COPY.keys.snooze },
  { does: 'resolve', keys: 'E', title: ALERT_COPY.keys.resolve },
  { does: 'takeBack', keys: 'U', title: ALERT_COPY.keys.takeBack },
  { does: 'select', keys: 'X', title: ALERT_COPY.keys.select },
  { does: 'mute', keys: 'M', title: ALERT_COPY.keys.mute },
  { does: 'open', keys: 'Enter', title: ALERT_COPY.keys.open },
]

/** null: not a key of the inbox. */
export const inboxDeed = (event: KeyboardEvent): InboxDeed | null =>
  INBOX_KEYS.find(({ keys, also }) => isStroke(event, keys) || (also !== undefined && isStroke(event, also)))
    ?.does ?? null
