import type { DailyIntervention } from '../../../../shared/attempts/daily/daily-state.ts'
import { dueFlags } from '../../../../shared/attempts/daily/flag-runs.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { flagKey, flagTexts } from '../../../../shared/runs/judge/standing.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import { NOT_ASKED, type DailyAsk } from '../../../../shared/runs/prompt/daily-block.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { dayOf } from './local-time.ts'
import { weekOver } from './week.ts'

interface DailyParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'daily' | 'attempts' | 'threads' | 'knowledge'>
}

/** A beat as it is about to be told to its agent. */
interface DailyBeat {
  readonly thread: Thread
  readonly tiers: readonly Tier[] // that it works
  readonly at: Instant // when it began
  readonly doc: HeartbeatDoc
}

/**
 * What the agent of a daily beat that starts anyway is asked besides its list. Work that is measured is asked after
 * its runs, but for the master's conclusions about all threads; local checks can answer nothing. Writes nothing, so
 * that a dry run may ask too.
 */
export function askDaily({ thread, tiers, at, doc }: DailyBeat, parts: DailyParts): DailyAsk {
  const { ports, store } = parts
  if (!thread.reflects || thread.agent.kind === 'local' || !tiers.includes('daily')) return NOT_ASKED
  const { reflectedOn, flags, weekFrom } = store.daily.state(thread.id)
  const week = thread.role === 'master' ? weekOver(weekFrom, at, parts) : []
  if (store.attempts.metric(thread.id) !== null) return { ...NOT_ASKED, week }
  return {
    week,
    reflect: reflectedOn !== dayOf(thread, at, ports),
    redirect: standingOf(dueFlags(flags), doc),
  }
}

/** Each once, though a file may hold it any number of times. */
function standingOf(due: ReadonlySet<string>, doc: HeartbeatDoc): readonly string[] {
  if (due.size === 0) return []
  const texts = new Map(flagTexts(doc).map((text) => [flagKeyOf(text), text]))
  return [...texts].flatMap(([key, text]) => (due.has(key) ? [text] : []))
}

export const namesOf = ({ reflect, redirect, week }: DailyAsk): readonly DailyIntervention[] => [
  ...(week.length > 0 ? (['consolidate'] as const) : []),
  ...(redirect.length > 0 ? (['redirect'] as const) : []),
  ...(reflect ? (['reflect'] as const) : []),
]

const KEY_CHARS = 300
/** By which a flag is counted, whatever its length. */
export const flagKeyOf = (text: string): string => flagKey(text).slice(0, KEY_CHARS)
