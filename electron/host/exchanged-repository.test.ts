import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../machine/agents/testing/folders.ts'
import { plain } from '../machine/git/testing/repositories.ts'
import { makeRepository, type RepositoryState } from './repositories.ts'
import { realEngine } from './testing/real-engine.ts'

const folder = testFolder()

/** A thread that was beaten, and a repository that nobody trusted: the line for HEARTBEAT.md would be written into it. */
async function bench(name: string, state: RepositoryState) {
  const { path } = await makeRepository(folder, name, state)
  const { path: other } = await makeRepository(folder, `${name}-other`, 'clean')
  const engine = await realEngine(join(folder, `data-${name}`))
  const id = await engine.add(path)
  expect(await engine.beat(id, 'quick')).toBe('quiet')
  return {
    path,
    other,
    async refused() {
      expect(await engine.beat(id, 'daily')).toBe('blocked')
      expect(engine.store.threads.get(id)!.trustedAt).toBeNull()
      expect(existsSync(join(other, '.git/info/exclude'))).toBe(false)
      await engine.stop()
    },
  }
}

it('found by an attacker: a file commondir in .git leads to another repository, which is not beaten', async () => {
  const { path, other, refused } = await bench('api', 'clean')
  writeFileSync(join(path, '.git/commondir'), join(other, '.git'))
  await refused()
})

it('found by an attacker: nor is one to which the .git file of a linked worktree is made to lead', async () => {
  const { path, other, refused } = await bench('side', 'worktree')
  writeFileSync(join(path, '.git'), `gitdir: ${other}/.git\n`)
  await refused()
})

it('found by an attacker: nor one to which the folder of a linked worktree leads in the end', async () => {
  const { path, other, refused } = await bench('end', 'worktree')
  const gitDir = plain(path, 'rev-parse', '--absolute-git-dir').trim()
  writeFileSync(join(gitDir, 'commondir'), join(other, '.git'))
  await refused()
})
