import { hasDetails } from '../../../../shared/runs/pair.ts'
import { isToRun, missingProgramText } from '../../../../shared/runs/shell/missing-program.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { DueTask } from '../../ports/agents.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'

interface Parts {
  readonly ports: { readonly repositories: Pick<Ports['repositories'], 'missingPrograms'> }
  readonly store: Pick<Store, 'permissions'>
}
type Line = DueTask & { readonly line: number; readonly endLine?: number }

/**
 * Of these lines those that a beat would tell of because their program is not found, by their keys, each with the words
 * for it; what is left to the thread's agent is not among them.
 */
export async function missingOf(
  { id, repoPath, agent }: Pick<Thread, 'id' | 'repoPath' | 'agent'>,
  lines: readonly Line[],
  { ports, store }: Parts,
): Promise<ReadonlyMap<string, string>> {
  const isAlone = agent.kind === 'local'
  const own = isAlone ? lines : lines.filter(({ line, endLine = line }) => !hasDetails({ line, endLine }))
  const approved = new Set([...store.permissions.approvals(id).values()].map(({ text }) => text))
  if (!isAlone && approved.size === 0) return new Map()
  const missing = await ports.repositories.missingPrograms(repoPath, own)
  return new Map(
    own.flatMap(({ key, text }, at): readonly (readonly [string, string])[] => {
      const one = missing[at] ?? null
      if (one === null) return []
      const wasApproved = approved.has(one.command)
      return wasApproved || (isAlone && isToRun(text)) ? [[key, missingProgramText(one, wasApproved)]] : []
    }),
  )
}
