import { tokensOf, type AgentTurn } from '../../../shared/agents/agent-turn.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import type { Connection } from '../connection/connection.ts'
import { SPENT } from './tables.ts'

/** Inside the caller's transaction: an agent is about to start. Counted at once: a crash frees no budget. */
export function countStart(
  { insert, cache }: Connection,
  start: Parameters<typeof SPENT.write>[0],
  turn: AgentTurn | null = null,
): void {
  cache.spentVersion++
  insert(SPENT, { ...start, ...usedBy(turn) })
}

/** Inside the caller's transaction: what the run's newest start has used. */
export function countTurn({ run, cache }: Connection, runId: RunId, turn: AgentTurn): void {
  const { tokens, usd } = usedBy(turn)
  cache.spentVersion++
  run(
    'UPDATE spent SET tokens = ?, usd = ? WHERE rowid = (SELECT max(rowid) FROM spent WHERE run_id = ?)',
    tokens,
    usd,
    runId,
  )
}

const usedBy = (turn: AgentTurn | null): { readonly tokens: number; readonly usd: number } => ({
  tokens: turn?.usage == null ? 0 : tokensOf(turn.usage),
  usd: turn?.costUsd ?? 0,
})
