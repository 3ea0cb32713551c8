import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundleProgram } from '../process/testing/bundled-program.ts'

it.skipIf(process.platform !== 'linux')(
  'git that gets no descriptor is a fault, and no end of the app',
  async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'descriptors-')))
    try {
      const outfile = join(place, 'main.mjs')
      await bundleProgram(join(import.meta.dirname, 'testing/without-descriptors.ts'), outfile)
      const printed = execFileSync('prlimit', ['--nofile=64:64', process.execPath, outfile], {
        encoding: 'utf8',
      })
      const results = JSON.parse(printed) as boolean[]
      expect([results[0], results.at(-1)]).toEqual([false, true])
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  },
)
