import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { HUB_FILE, writeMembership } from '../membership.ts'

/**
 * In a black-holed run of the tests (`npm run black-holed`) machines without others have joined a hub that is silent:
 * the port of a server on the loopback that takes every connection and never answers. null: the usual run.
 */
export function silentHubPort(): number | null {
  const port = Number(process.env['THREADBEAT_TEST_HUB'] ?? '')
  return port > 0 ? port : null
}

/** The id of such a machine. */
export const SILENT_MACHINE = '11111111-1111-4111-8111-111111111111'

/**
 * A data folder that has joined no hub becomes one that has joined the silent one, and is made where it is not there.
 * `port`: of that hub; null: nothing is done. Throws where it cannot be written.
 */
export function joinSilentHub(dataDir: string, port = silentHubPort()): void {
  if (port === null || existsSync(path.join(dataDir, HUB_FILE))) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const written = writeMembership(dataDir, {
    machine: SILENT_MACHINE,
    host: '127.0.0.1',
    port,
    database: 'hub',
    ca: null,
    role: 'nobody',
    password: 'unused',
    nextPassword: null,
  })
  if (!written.ok) throw new Error(written.error.message)
}
