import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { DAY, type Instant } from '../../../shared/base/time.ts'
import { untilMoved } from '../../../shared/hub/order.ts'
import type { OutgoingMail } from '../../../shared/hub/status.ts'
import type { HubSession } from '../ports/hub.ts'

/** Mail that nobody took by then has no effect any more. */
export const MAIL_EXPIRES_MS = DAY

const { redactIn } = createRedactor()
/** As it leaves this machine, whichever way: without credentials. */
export const letterOf = (mail: OutgoingMail): OutgoingMail => ({ ...mail, args: redactIn(mail.args) })

/** Over the connection that is there. `skewMs`: this clock less the hub's, by which instants go. */
export const sendOver = (
  session: Pick<HubSession, 'send'>,
  mail: OutgoingMail & { readonly id: string },
  now: Instant,
  skewMs: number,
): ReturnType<HubSession['send']> => {
  const { args, ...to } = { ...mail, ...letterOf(mail) }
  return session.send({ ...to, args: untilMoved(args, -skewMs), expiresAt: now + MAIL_EXPIRES_MS })
}
