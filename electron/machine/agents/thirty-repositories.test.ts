import { describe, expect, it } from 'vitest'
import { seedText } from '../../../shared/playbook/templates/template.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { facts } from '../git/facts/repo-facts.ts'
import { createAgentRunner } from './agent-runner.ts'
import { testFolder } from './testing/folders.ts'
import { photograph, statusOf } from './testing/photograph.ts'
import { localSpec, never, realClock } from './testing/specs.ts'
import { thirtyRepositories } from './testing/thirty-repositories.ts'

const folder = testFolder()

describe('thirty real repositories', () => {
  it('get their whole template worked with one named end each, and not a byte is written', async () => {
    const made = await thirtyRepositories(folder)
    expect(made).toHaveLength(30)
    const runner = createAgentRunner(realClock)
    const ends: string[] = []
    for (const { name, path, state } of made) {
      const before = { files: photograph(path), status: statusOf(path) }
      const known = await facts(path)
      const traits = known.ok
        ? known.value
        : { defaultBranch: 'main', remote: 'origin', hasGh: false, bare: false }
      const tasks = parse(seedText({ ...traits, threadName: name, masterNumber: 1 })).tasks
      const result = await runner.run(localSpec(path, tasks), never)
      expect({ name, files: photograph(path), status: statusOf(path) }).toEqual({ name, ...before })
      expect([name, result.tasks.filter((task) => task.note === '' || task.status === 'failed')]).toEqual([
        name,
        [],
      ])
      if (result.status === 'completed') expect(result.tasks).toHaveLength(tasks.length)
      ends.push(
        `${state}: ${result.status === 'failed' ? result.fault?.code : [...new Set(result.tasks.filter((task) => task.status === 'finding').map((task) => task.note))].join('; ') || 'nothing found'}`,
      )
    }
    expect([...new Set(ends)].sort()).toEqual([
      'ahead: nothing found',
      'bare: nothing found',
      'behind: nothing found',
      'broken: git.failed',
      'clean: nothing found',
      'conflicting: conflicts with origin/main in src/index.txt',
      'detached: nothing found',
      'dirty: nothing found',
      'empty: nothing found',
      'huge_playbook: nothing found',
      'malformed_playbook: nothing found',
      'merge_in_progress: 1 file with merge conflicts: src/index.txt; conflicts with origin/main in src/index.txt',
      'missing: repo.missing',
      'no_remote: nothing found',
      'read_only: nothing found',
      'stale_branches: 2 branches without commits for more than 7 days: old/experiment, old/spike',
      'submodule: nothing found',
      'worktree: nothing found',
    ])
  })
})
