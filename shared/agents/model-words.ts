import type { Effort } from './agent-config.ts'
import type { AgentTurn } from './agent-turn.ts'

/**
 * The model of a run as far as it is known, and what had been asked for where that is another. `model`,
 * `effort`: as asked for; null: the CLI's own default. `turn` null: the run has none yet.
 */
export function modelWords(
  { model, effort }: { readonly model: string | null; readonly effort: Effort | null },
  turn: Pick<AgentTurn, 'model' | 'unavailable'> | null,
): string {
  const gone = turn?.unavailable ?? []
  if (gone.length > 0)
    return `${turn?.model ?? 'its own default'} (${gone.join(', ')}: not available to this account)`
  const used = turn?.model ?? model ?? 'its own default'
  const asked = model === null || used === model ? '' : ` (asked for ${model})`
  return `${used}${asked}${effort === null ? '' : `, effort ${effort}`}`
}
