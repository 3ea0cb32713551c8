import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { openHost } from '../host.ts'

async function problemOf(hubFile: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadbeat-cut-off-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'hub.json')
  if (hubFile !== null) writeFileSync(file, hubFile, { mode: 0o600 })
  const opened = await openHost({
    dataDir,
    notifier: { show: () => Promise.resolve(ok(null)) },
    shell: null,
    demo: false,
    schedule: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const { problems } = opened.value.snapshot().fleet
  await opened.value.stop('stop')
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
