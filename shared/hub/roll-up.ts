import { HOUR, type Instant } from '../base/time.ts'
import type { Fact } from './fact.ts'

export interface KeptFact extends Fact {
  readonly isSent: boolean // the hub has it
}

interface RolledUp {
  readonly seq: number // of the row that stands for all of them: the last
  readonly body: Fact['body']
  readonly gone: readonly number[]
}

/**
 * Outcomes of one thread within one hour as one row: how many ended how, what they took and cost. It stands at the place
 * of the last and says from which row to which it reaches, so that whoever has some of them already does not count them
 * twice. What was sent is never joined with what was not. Single ones stay as they are.
 */
export function rollUp(outcomes: readonly KeptFact[]): readonly RolledUp[] {
  const groups = new Map<string, KeptFact[]>()
  for (const fact of outcomes) {
    const key = [fact.epoch, fact.thread, Math.floor(fact.at / HOUR), fact.isSent].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), fact])
  }
  return [...groups.values()].filter((group) => group.length > 1).map(asOne)
}

function asOne(group: readonly KeptFact[]): RolledUp {
  const seqs = group.map(({ seq }) => seq).sort((a, b) => a - b)
  const last = seqs.at(-1)!
  const ends: Record<string, number> = {}
  for (const { body } of group) ends[String(body['outcome'])] = (ends[String(body['outcome'])] ?? 0) + 1
  const sum = (field: string): number =>
    group.reduce((total, { body }) => total + (typeof body[field] === 'number' ? body[field] : 0), 0)
  const ats: readonly Instant[] = group.map(({ at }) => at)
  return {
    seq: last,
    body: {
      rolled: group.length,
      fromSeq: seqs[0],
      toSeq: last,
      from: Math.min(...ats),
      to: Math.max(...ats),
      outcomes: ends,
      durationMs: sum('durationMs'),
      usd: sum('usd'),
    },
    gone: seqs.slice(0, -1),
  }
}
