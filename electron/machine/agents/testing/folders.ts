import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of one file, removed after them. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-test-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000)
  return folder
}
