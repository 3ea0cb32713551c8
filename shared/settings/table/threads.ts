import { DAY, MINUTE } from '../../base/time.ts'
import { DEFAULT_INTERVAL_MS } from '../../schedule/schedule.ts'
import { count, duration, onOff, type SettingGroup } from '../setting-value.ts'

export const THREADS_SETTINGS = {
  defaultIntervalMs: {
    value: duration(DEFAULT_INTERVAL_MS, [MINUTE, DAY], 'off', true),
    group: 'Pace',
    label: 'Pace of new threads',
    help: '8 min keeps a close eye; 30 min is calm.',
    words: 'interval schedule every',
  },
  /** A thread without a commit, an edit or a person for so long is looked at once a day; 0: never. */
  dormantAfterMs: {
    value: duration(14 * DAY, [DAY, 365 * DAY], 'never'),
    group: 'Pace',
    label: 'Dormant after',
    help: 'Without a commit, an edit or anything done by you for so long, a repository is looked at once a day. Any change wakes it. “never” keeps every pace.',
    words: 'asleep stale',
  },
  /** Work Queue items a beat may take. */
  workPerBeat: {
    value: count(1, [1, 5]),
    group: 'Work and messages',
    label: 'Work items a beat may take',
    help: 'From the Work Queue section of HEARTBEAT.md, {bounds}.',
    words: 'queue',
  },
  /** A person's message carries the waiting events too, and uses them up. */
  messagesTakeEvents: {
    value: onOff(false),
    group: 'Work and messages',
    label: 'Messages take events along',
    help: 'A message of yours carries the waiting events too and uses them up. Off, they wait for the next beat.',
  },
  /** A stored session that no message has used for so long is over. */
  sessionIdleMs: {
    value: duration(DAY, [5 * MINUTE, 30 * DAY]),
    group: 'Work and messages',
    label: 'A session ends after',
    help: 'For threads whose messages go on where the last one ended: without one for so long, the next begins anew.',
    words: 'conversation context',
  },
  /** More runs of one thread within an hour than this raise one alert. */
  noisyRuns: {
    value: count(40, [10, 1000]),
    group: 'Noise',
    label: 'A thread is noisy from',
    help: 'More runs of one thread than this within an hour raise one alert. Something wakes it too often then.',
    words: 'flood',
  },
  /** Letters that may stand beside HEARTBEAT_OK without being news. */
  ackMaxChars: {
    value: count(0, [0, 2000]),
    group: 'Noise',
    label: 'Letters beside HEARTBEAT_OK',
    help: 'A reply with at most so many more letters is still quiet, {bounds}.',
    words: 'acknowledge reply',
  },
} as const satisfies SettingGroup
