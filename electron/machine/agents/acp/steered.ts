import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { isAcpAgent } from '../../../../shared/agents/presets.ts'
import { mayDoAll, type CliRequest } from '../cli.ts'
import { ROWS } from './agents.ts'

interface Steered {
  readonly isSteered: boolean // the repository has files that would steer this agent
  /** Why it is not started with the rights of this turn; null: it is. */
  readonly problem: string | null
}

/** Looked at before each start. */
export async function steeredIn(
  repoPath: string,
  cli: CliName,
  rights: Pick<CliRequest, 'profile'>,
): Promise<Steered> {
  const { steeredBy = [], refusesSteered = false } = isAcpAgent(cli) ? ROWS[cli] : {}
  const there = await Promise.all(steeredBy.map((name) => isThere(join(repoPath, name))))
  const isSteered = there.includes(true)
  return {
    isSteered,
    problem:
      isSteered && refusesSteered && !mayDoAll(rights)
        ? `the repository has settings for it (${steeredBy.filter((_, i) => there[i]).join(', ')}), which can ` +
          'overrule what this turn may do. Take them away, or let it do everything (Full)'
        : null,
  }
}

/** What cannot be looked at counts as there. */
const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
