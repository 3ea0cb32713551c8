import { expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { MAIL_EXPIRES_MS, sendOver } from './letter.ts'

it('leaves without credentials, with instants by the hub’s clock, of which this one may be ahead', async () => {
  const sent: unknown[] = []
  const session = { send: async (mail: unknown) => (sent.push(mail), ok(undefined)) }
  const args = { alerts: ['alt_1'], note: `done with ghp_${'a1B2'.repeat(9)}`, until: 10 * HOUR }
  await sendOver(session, { id: 'mail-1', to: 'm', verb: 'snooze', args }, 9 * HOUR, 5 * MINUTE)
  expect(sent).toEqual([
    {
      id: 'mail-1',
      to: 'm',
      verb: 'snooze',
      args: { alerts: ['alt_1'], note: 'done with [redacted]', until: 10 * HOUR - 5 * MINUTE },
      expiresAt: 9 * HOUR + MAIL_EXPIRES_MS,
    },
  ])
})
