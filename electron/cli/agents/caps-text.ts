import { PRESETS } from '../../../shared/agents/presets.ts'
import type { Cap } from '../../../shared/settings/settings.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

type Named = Pick<ThreadView, 'id' | 'number' | 'name' | 'repoPath' | 'role'>

/**
 * SCOPE UNIT AMOUNT/PERIOD. A thread's name may have spaces in it; one with a comma is meant by its number.
 */
const CAP =
  /^(fleet|thread|runner)(?::(.+?))?\s+(usd|tokens|starts)\s+\$?([\d_]+(?:\.\d+)?)\s*\/\s*(day|month)$/i
const EXAMPLE =
  'such as "fleet usd 2/day, thread usd 0.5/day, thread:3 starts 20/day, runner:claude tokens 1000000/month"'

/** "fleet usd 2/day, thread:3 starts 20/day" as caps; `off`: none. */
export function readCaps(text: string, threads: readonly Named[]): Cap[] {
  if (text.trim() === 'off') return []
  const caps = text.split(',').map((part) => readCap(part.trim(), threads))
  caps.forEach((cap, i) => {
    if (
      caps.some(
        (c, k) =>
          k < i && c.scope === cap.scope && c.of === cap.of && c.unit === cap.unit && c.period === cap.period,
      )
    )
      throw usageError(`caps: "${capText(cap, threads)}" limits what another one of them limits already`)
  })
  return caps
}

function readCap(text: string, threads: readonly Named[]): Cap {
  const [, scope, of, unit, amount, period] = CAP.exec(text) ?? []
  if (scope === undefined)
    throw usageError(`caps must be a list ${EXAMPLE}, or default, or off; got "${text}"`)
  const kind = scope.toLowerCase() as Cap['scope']
  return {
    scope: kind,
    of: readOf(kind, of?.trim() ?? null, threads),
    period: period?.toLowerCase() as Cap['period'],
    unit: unit?.toLowerCase() as Cap['unit'],
    limit: Number(amount?.replaceAll('_', '')),
  }
}

function readOf(scope: Cap['scope'], of: string | null, threads: readonly Named[]): string | null {
  switch (scope) {
    case 'fleet':
      if (of !== null) throw usageError(`caps: there is one fleet; got "fleet:${of}"`)
      return null
    case 'runner':
      if (of === null || !(Object.hasOwn(PRESETS, of.split(':')[0] ?? '') || of.startsWith('command:'))) {
        throw usageError(
          `caps: a runner's cap names it: ${Object.keys(PRESETS)
            .map((name) => `runner:${name}`)
            .join(', ')} or runner:command:PROGRAM; got "${of === null ? 'runner' : `runner:${of}`}"`,
        )
      }
      return of
    // A removed thread's cap is written by its id, and read back so.
    case 'thread':
      return of === null || of.startsWith('thr_') ? of : findThread(threads, of).id
  }
}

/** Written as `readCaps` reads it. */
export const capText = (cap: Cap, threads: readonly Named[]): string => {
  const of =
    cap.scope === 'thread' && cap.of !== null
      ? String(threads.find((t) => t.id === cap.of)?.number ?? cap.of)
      : cap.of
  return `${cap.scope}${of === null ? '' : `:${of}`} ${cap.unit} ${cap.limit}/${cap.period}`
}
export const capsText = (caps: readonly Cap[], threads: readonly Named[]): string =>
  caps.length === 0 ? 'off' : caps.map((cap) => capText(cap, threads)).join(', ')

/** Whom a cap holds for, in words. */
export function scopeWords(cap: Cap, threads: readonly Named[]): string {
  if (cap.scope === 'fleet') return 'All threads together'
  if (cap.scope === 'runner') return `Runner ${plain(cap.of ?? '')}`
  if (cap.of === null) return 'The thread that used most'
  const thread = threads.find((t) => t.id === cap.of)
  return thread === undefined ? 'A removed thread' : `${thread.number} ${plain(thread.name)}`
}
