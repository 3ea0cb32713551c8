import type { Effort } from './agent-config.ts'
import type { AgentTurn } from './agent-turn.ts'

/**
 * The model of a run as far as it is known, and what had been asked for where that is another. `model`,
 * `effort`: as asked for; null: the CLI's own default. `turn` null: the run has none yet.
 */
export function modelWords(
  { model, effort }: { readonly model: string | null; readonly effort: Effort | null },
  turn: Pick<AgentTurn, 'model' | 'unavailable' | 'gaveUp'> | null,
): string {
  const gone = turn?.unavailable ?? []
  const small = turn?.gaveUp ?? []
  const why = [
    ...(gone.length > 0 ? [`${gone.join(', ')}: not available to this account`] : []),
    ...(small.length > 0 ? [`${small.join(', ')} gave up`] : []),
  ]
  if (why.length > 0) return `${turn?.model ?? 'its own default'} (${why.join('; ')})`
  const used = turn?.model ?? model ?? 'its own default'
  const asked = model === null || used === model ? '' : ` (asked for ${model})`
  return `${used}${asked}${effort === null ? '' : `, effort ${effort}`}`
}
