import { choice, STRUCTURED, type SettingGroup } from '../setting-value.ts'

export const UPDATES_SETTINGS = {
  updates: {
    value: choice('off', { off: 'Never', stable: 'Stable versions', beta: 'Beta versions too' }),
    group: 'Updates',
    label: 'Look for updates',
    help: 'Asks github.com at the start and once a day, and sends nothing but the request. Loading and installing is always your decision.',
    words: 'version release channel beta stable automatic',
  },
  /** The version that a person does not want; null: none. */
  skippedUpdate: { value: STRUCTURED, elsewhere: 'Skipped where it is offered.' },
} as const satisfies SettingGroup
