import type { ThreadId } from '../../../../shared/base/ids.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { NODE_REPOSITORY } from '../../../../shared/pollination/testing/node-repository.ts'
import { MAKE_LINT } from '../make-lint.ts'
import { scenario, type Scenario } from '../scenario.ts'

const SCRIPT = { file: 'package.json', line: 1, text: 'eslint .', cut: 0, aside: false }
/** A HEARTBEAT.md without a linter, and the same with one. */
export const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n'
export const WITH_LINT = `${LIST}- [ ] Run \`make lint\`\n`

/** Threads t1, t2 … with these lists; each repository has a linter, and a script for it. */
export async function listedFleet(
  ...lists: readonly string[]
): Promise<{ s: Scenario; ids: readonly ThreadId[] }> {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  return { s, ids: addListed(s, lists) }
}

export function addListed(s: Scenario, lists: readonly string[]): readonly ThreadId[] {
  s.commands = (tasks) => tasks.map(() => ({ ...MAKE_LINT, files: [SCRIPT] }))
  return lists.map((playbook, i) => {
    const name = `t${i + 1}`
    s.states.set(`/${name}`, NODE_REPOSITORY)
    return s.add(name, { playbook, intervalMs: DAY })
  })
}
