import { port, type SettingGroup } from '../setting-value.ts'

export const INTEGRATIONS_SETTINGS = {
  /** Port of the local webhook; null: it is off. */
  webhookPort: {
    value: port([1024, 65_535]),
    group: 'Webhook, incoming',
    label: 'Listen on this machine',
    help: 'Programs here can tell a thread that something happened. Only 127.0.0.1, only with the token, nothing from web pages.',
    words: 'port http token api',
  },
} as const satisfies SettingGroup
