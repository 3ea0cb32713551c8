import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../agents/testing/folders.ts'
import { watchResults } from './results-watch.ts'

const repo = testFolder()

/** `next`: resolves when it is told of the next time. */
async function watched(folder: string) {
  let times = 0
  let tell = (): void => undefined
  const end = await watchResults(repo, folder, () => {
    times++
    tell()
  })
  return {
    end: end!,
    times: () => times,
    next: () => new Promise<void>((resolve) => (tell = resolve)),
  }
}
const drop = (folder: string, name: string): void =>
  writeFileSync(join(repo, folder, `${name}.json`), '{"score": 1}')

it('tells of what is dropped, and of nothing once it has ended', async () => {
  mkdirSync(join(repo, 'results'))
  const { next, times, end } = await watched('results')
  const told = next()
  for (let i = 0; i < 20; i++) drop('results', String(i))
  await told
  expect(times()).toBe(1)
  end()
  rmSync(join(repo, 'results'), { recursive: true })
})

it('found by trying: waits for a folder that comes later, and tells of what came with it and afterwards', async () => {
  const { next, end } = await watched('deep/results')
  const came = next()
  mkdirSync(join(repo, 'made/results'), { recursive: true })
  drop('made/results', 'first')
  renameSync(join(repo, 'made'), join(repo, 'deep'))
  await came
  const more = next()
  drop('deep/results', 'second')
  await more
  end()
  rmSync(join(repo, 'deep'), { recursive: true })
})

it('follows no link, and watches nothing where there is no repository', async () => {
  mkdirSync(join(repo, 'elsewhere'))
  symlinkSync('elsewhere', join(repo, 'link'))
  const { next, end } = await watched('link')
  drop('elsewhere', 'foreign')
  rmSync(join(repo, 'link'))
  mkdirSync(join(repo, 'link'))
  const told = next()
  drop('link', 'own')
  await told
  end()
  expect(await watchResults(join(repo, 'none'), 'results', () => undefined)).toBeNull()
})
