import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { root } from './machine/machine.mjs'

it('gives each source its own address, and leaves texts alone that only name it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-run-ts-'))
  try {
    const file = path.join(folder, 'a.ts')
    writeFileSync(
      file,
      `const named: Record<string, number> = { 'import.meta.url': 1 ` +
        `}\nconsole.log(JSON.stringify([import.meta.url, Object.keys(named)]))\n`,
    )
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'build/run-ts.mjs'), file], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([pathToFileURL(file).href, ['import.meta.url']])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
