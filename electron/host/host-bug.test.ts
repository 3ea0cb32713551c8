import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openQuietHost } from './testing/open-quiet-host.ts'

it('what nobody caught is said and logged, and the engine goes on', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tb-host-bug-'))
  const host = await openQuietHost(dataDir)
  host.noteBug(new TypeError('x of nothing'))
  const { problems, engine } = host.snapshot().fleet
  expect(problems.filter((p) => p.code === 'bug')).toEqual([
    {
      code: 'bug',
      text: expect.stringMatching(/^Something in Threadbeat broke at .+: x of nothing\. Beats go on\.$/),
      repair: 'Start it anew when it suits you. The log says more.',
    },
  ])
  expect(engine).toBe('running')
  await host.stop('stop')
  expect(readFileSync(path.join(dataDir, 'logs/threadbeat.log'), 'utf8')).toContain('x of nothing')
  rmSync(dataDir, { recursive: true })
})
