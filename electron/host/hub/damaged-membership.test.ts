import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openQuietHost } from '../testing/open-quiet-host.ts'

async function problemOf(hubFile: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadbeat-cut-off-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'hub.json')
  if (hubFile !== null) writeFileSync(file, hubFile, { mode: 0o600 })
  const host = await openQuietHost(dataDir, { schedule: false })
  const { problems } = host.snapshot().fleet
  await host.stop('stop')
  return { file, problem: problems.find(({ code }) => code === 'hub') }
}

it('a machine whose hub.json cannot be used says above every page that it is cut off, and how it is mended', async () => {
  const { file, problem } = await problemOf('{ "version": 1, "password": "s3cret')
  expect(problem?.text).toBe(
    `This machine is cut off from your others. ${file}, which says how this machine reaches its hub, cannot be used: ` +
      'it is no object of JSON. Mend it, or move it away and join again with a new code.',
  )
  expect(await problemOf(null)).toMatchObject({ problem: undefined })
})
