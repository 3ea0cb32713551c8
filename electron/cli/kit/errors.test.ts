import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sentenceOf } from './errors.ts'
import { socketClient } from './socket-client.ts'

it('an app that took its socket away between two steps of a command has ended, and no path is printed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-errors-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const call = socketClient(path.join(folder, 'socket')).snapshot()
  const said = await call.then(() => 'it answered', sentenceOf)
  expect(said).toBe('The app ended during the call.')
  expect(sentenceOf(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe('no such file')
})
