import { fault, type Fault, type FaultCode } from '../../../../shared/base/faults.ts'
import { plainLine, shorten } from '../../../../shared/base/one-line.ts'

/** A fault, with the five characters by which PostgreSQL names it; null: it is not from the server. */
export interface LinkFault extends Fault {
  readonly state: string | null
}

export const linkFault = (code: FaultCode, message: string, state: string | null = null): LinkFault => ({
  ...fault(code, message),
  state,
})

/** The server is there and says no; every other state of classes that pass by themselves is `unreachable`. */
const PASSING = /^(08|40|53|55|57|58)/
const WORDS: Readonly<Record<string, string>> = {
  '28P01':
    'the login or its password is not known there; the code may be used or expired, or the machine left or was removed',
  '28000': 'the login may not come in',
  '3D000': 'the database does not exist there',
  '3F000': 'there is no hub in this database',
  '42P01': 'there is no hub in this database, or one of another time',
  '42883': 'there is no hub in this database, or one of another time',
  '42501': 'the login lacks a right',
}
/** What Node says of a certificate that it does not believe. */
const CERTIFICATE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO|INVALID_CA|PATH_LENGTH)/

/** Whatever was thrown or told, as a fault that names the place. */
export function linkFaultOf(error: unknown, place: string): LinkFault {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  const said = shorten(plainLine(message === '' ? String(code ?? 'no reason given') : message), 300)
  const state = typeof code === 'string' && isServers(error) ? code : null
  if (state !== null) {
    const words = WORDS[state]
    const isPassing = PASSING.test(state)
    return linkFault(
      isPassing ? 'hub.unreachable' : 'hub.refused',
      `${place}: ${words === undefined ? said : `${words} (${said})`}`,
      state,
    )
  }
  if (typeof code === 'string' && CERTIFICATE.test(code))
    return linkFault('hub.refused', `${place}: its certificate is not believed: ${said}`)
  if (/does not support SSL|establishing an SSL connection/.test(message))
    return linkFault(
      'hub.refused',
      `${place}: it offers no TLS, without which nothing is sent off this machine`,
    )
  if (/SASL|SCRAM|password/i.test(message)) return linkFault('hub.refused', `${place}: ${said}`)
  return linkFault('hub.unreachable', `${place}: ${said}`)
}

/** Told by PostgreSQL itself: it has a severity. */
const isServers = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && typeof error.severity === 'string'
