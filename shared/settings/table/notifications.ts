import { choice, MOMENT, onOff, STRUCTURED, timeOfDay, type SettingGroup } from '../setting-value.ts'

export const NOTIFICATIONS_SETTINGS = {
  /** null: not muted. 'forever' is the largest instant. */
  mutedUntil: {
    value: MOMENT,
    group: 'Notifications',
    label: 'Mute',
    help: 'Beats and alerts go on; only the banners stop.',
    words: 'silence do not disturb snooze',
  },
  /** In the system's zone; days as in Date.getDay(), of the start. null: never. */
  quietHours: {
    value: STRUCTURED,
    group: 'Quiet hours',
    label: 'Quiet hours',
    help: 'Notifications are not shown then, but for urgent alerts that may pass; alerts wait in the inbox. Webhooks are sent what still stands at their end.',
    words: 'night weekend do not disturb days',
  },
  /** Urgent alerts are shown all the same. */
  quietLetsUrgent: {
    value: onOff(true),
    group: 'Quiet hours',
    label: 'Urgent alerts may pass',
    help: 'What is urgent is shown, and sent to webhooks, all the same.',
    words: 'break through',
  },
  /** Beats that nobody asked for and that are not urgent wait as well. */
  quietPausesBeats: {
    value: onOff(false),
    group: 'Quiet hours',
    label: 'Beats rest as well',
    help: 'Beats that nobody asked for and that are not urgent wait for the end of the quiet hours.',
    words: 'pause night',
  },
  /** One notification a day that sums up the day before; auto: from five threads on. */
  digest: {
    value: choice('auto', { auto: 'Automatic', on: 'On', off: 'Off' }),
    group: 'Daily digest',
    label: 'Digest',
    help: 'One notification a day that sums up the day before. Automatic: from five threads on.',
    words: 'summary',
  },
  digestAt: {
    value: timeOfDay('09:00'),
    group: 'Daily digest',
    label: 'Digest at',
    help: 'Time of day, such as 09:00.',
    words: 'summary time',
  },
  /** What of a beat is shown, unless a thread or its HEARTBEAT.json says otherwise. */
  showOk: {
    value: onOff(false),
    group: 'What is shown',
    label: 'Quiet beats',
    help: 'A silent notification also when nothing needs you.',
    words: 'ok',
  },
  showAlerts: {
    value: onOff(true),
    group: 'What is shown',
    label: 'Alerts',
    help: 'A notification for each alert; off, they stay in the window.',
  },
  indicator: {
    value: onOff(true),
    group: 'What is shown',
    label: 'Tray and headline',
    help: 'Alerts colour the tray and count in the headline.',
    words: 'badge icon',
  },
} as const satisfies SettingGroup
