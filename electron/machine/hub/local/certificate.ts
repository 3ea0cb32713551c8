import type { X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** PostgreSQL's SSLRequest: length and code ("Message Formats" of its protocol). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const WAIT_MS = 5_000

/**
 * The certificate that the server on this port of the loopback signed itself, as PEM, so that other machines can know it
 * again. null: it has none, or one that an authority signed, which they check by that.
 */
export function ownCertificate(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const plain: Socket = connect(port, '127.0.0.1', () => plain.write(SSL_REQUEST))
    const end = (pem: string | null): void => {
      clearTimeout(timer)
      plain.destroy()
      resolve(pem)
    }
    const timer = setTimeout(() => end(null), WAIT_MS)
    plain.once('error', () => end(null)).once('close', () => end(null))
    plain.once('data', (answer) => {
      if (answer.toString('latin1') !== 'S') return end(null)
      // Only looked at: nothing is sent over it.
      const tls = connectTls({ socket: plain, rejectUnauthorized: false }, () => {
        const shown = tls.getPeerX509Certificate()
        end(shown !== undefined && isSelfSigned(shown) ? shown.toString() : null)
      })
      tls.once('error', () => end(null))
    })
  })
}

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
