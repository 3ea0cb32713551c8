import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findOnPath } from '../machine/machine.mjs'
import { SUMS, writeSums } from './sums.ts'

async function release(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sums-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'linux-unpacked'))
  writeFileSync(path.join(folder, 'threadbeat_0.1.0_amd64.deb'), 'deb')
  writeFileSync(path.join(folder, 'Threadbeat Setup 0.1.0.exe'), 'exe')
  writeFileSync(path.join(folder, 'builder-debug.yml'), 'x64: {}')
  await writeSums(folder)
  return folder
}

it('the sums are over each file that users load, sorted, and not over themselves', async () => {
  const folder = await release()
  await writeSums(folder)
  expect(readFileSync(path.join(folder, SUMS), 'utf8')).toBe(
    '9095bdb859308b62acf04036ffd4adfe366d7f737d276eb6c46ae434f3816c9b  Threadbeat Setup 0.1.0.exe\n' +
      '9cfa1468c93fc18652e34a000f0c6614b0fa18f6f4887477ad9b0d36ca6a7eaa  threadbeat_0.1.0_amd64.deb\n',
  )
})

it.skipIf(findOnPath('sha256sum') === null)(
  'the sums are read by sha256sum, which sees a change',
  async () => {
    const folder = await release()
    expect(execFileSync('sha256sum', ['-c', SUMS], { cwd: folder, encoding: 'utf8' })).toBe(
      'Threadbeat Setup 0.1.0.exe: OK\nthreadbeat_0.1.0_amd64.deb: OK\n',
    )
    appendFileSync(path.join(folder, 'threadbeat_0.1.0_amd64.deb'), '!')
    const again = spawnSync('sha256sum', ['-c', SUMS], { cwd: folder, encoding: 'utf8' })
    expect(again.status).toBe(1)
    expect(again.stdout).toContain('threadbeat_0.1.0_amd64.deb: FAILED')
  },
)
