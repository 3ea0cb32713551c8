import { DAY } from '../../base/time.ts'
import { duration, type SettingGroup } from '../setting-value.ts'

export const PRIVACY_SETTINGS = {
  /** Outputs and results of single tasks are kept so long; runs and due times so long. Day figures are kept for ever. */
  detailsKeptMs: {
    value: duration(30 * DAY, [DAY, 365 * DAY]),
    group: 'How long history is kept',
    label: 'Outputs are kept',
    help: 'Outputs and results of single tasks. {bounds}.',
    words: 'retention prune delete disk',
  },
  runsKeptMs: {
    value: duration(365 * DAY, [7 * DAY, 3650 * DAY]),
    group: 'How long history is kept',
    label: 'Runs are kept',
    help: 'Runs and due times. {bounds}. Day figures are kept for ever.',
    words: 'retention prune delete disk',
  },
} as const satisfies SettingGroup
