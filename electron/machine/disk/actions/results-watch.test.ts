import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../agents/testing/folders.ts'
import { watchResults } from './results-watch.ts'

const repo = testFolder()

it('tells of what is dropped, and of nothing once it has ended', async () => {
  mkdirSync(join(repo, 'results'))
  let times = 0
  let tell = (): void => undefined
  const told = new Promise<void>((resolve) => (tell = resolve))
  const end = await watchResults(repo, 'results', () => {
    times++
    tell()
  })
  for (let i = 0; i < 20; i++) writeFileSync(join(repo, 'results', `${i}.json`), '{"score": 1}')
  await told
  expect(times).toBe(1)
  end!()
  rmSync(join(repo, 'results'), { recursive: true })
})

it('watches no folder that is not there, no link and no file', async () => {
  mkdirSync(join(repo, 'elsewhere'))
  symlinkSync('elsewhere', join(repo, 'link'))
  writeFileSync(join(repo, 'file'), '')
  for (const folder of ['none', 'link', 'file'])
    expect(await watchResults(repo, folder, () => undefined)).toBeNull()
})
