import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'tb-tls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** For `describe.skipIf`. */
export const NO_OPENSSL = !hasOpenssl()

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Pair {
  readonly certificate: string
  readonly key: string
}

const openssl = (args: readonly string[]): void =>
  void execFileSync('openssl', [...args], { cwd: folder, stdio: 'pipe' })
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const pair = (name: string): Pair => ({
  certificate: readFileSync(path.join(folder, `${name}.crt`), 'utf8'),
  key: readFileSync(path.join(folder, `${name}.key`), 'utf8'),
})

export function selfSigned(name: string, host: string): Pair {
  openssl([
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
    '-days',
    '2',
    '-subj',
    `/CN=${host}`,
  ])
  return pair(name)
}

export function signedBy(authority: string, name: string, address: string): Pair {
  writeFileSync(path.join(folder, `${name}.ext`), `subjectAltName=IP:${address}\n`)
  openssl(['req', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`])
  openssl([
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    `${authority}.crt`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    `${name}.ext`,
    '-out',
    `${name}.crt`,
  ])
  return pair(name)
}
