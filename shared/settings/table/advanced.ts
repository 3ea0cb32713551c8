import { choice, type SettingGroup } from '../setting-value.ts'

export const ADVANCED_SETTINGS = {
  logLevel: {
    value: choice('info', { info: 'Usual', debug: 'Debug' }),
    group: 'Logs',
    label: 'Log level',
    help: 'Debug writes much more; secrets and your home folder’s name stay out of it either way.',
    words: 'verbose trace',
  },
} as const satisfies SettingGroup
