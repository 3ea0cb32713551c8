import { expect, it } from 'vitest'
import type { AlertId } from '../../../shared/base/ids.ts'
import { bannerDeeds, DEED_WORDS } from './banner-actions.ts'

const ALERT = 'alr_1' as AlertId
it.each([
  ['darwin', ALERT, ['Open', 'Snooze 1 h']],
  ['win32', ALERT, ['Open', 'Snooze 1 h']],
  ['linux', ALERT, []],
  ['darwin', null, ['Open']],
  ['win32', null, ['Open']], // a summary, or a test: nothing that could be snoozed
  ['linux', null, []],
] as const)('on %s the banner of %s has the buttons %j', (platform, alertId, words) =>
  expect(bannerDeeds(platform, { alertId }).map((d) => DEED_WORDS[d])).toEqual(words),
)
