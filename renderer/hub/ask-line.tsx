import type { ReactNode } from 'react'
import { HOUR, MINUTE, SECOND, type Instant } from '../../shared/base/time.ts'
import type { AskedOfOthers } from '../../shared/hub/others/others.ts'
import { pastTime, titleTime, useMinute, useSecond } from '../kit/time.ts'
import { HUB } from './copy.ts'

const { asked: COPY } = HUB
const verbWord = ({ verb }: AskedOfOthers): string => (verb in COPY.verb ? COPY.verb[verb as Known] : verb)
type Known = keyof typeof COPY.verb

const LOOK = { pending: 'text-accent', well: 'text-ink-3', not: 'text-alert' } as const

/** What became of it, in words; null: it is long settled, and the row says what came of it. */
function outcome(
  asked: AskedOfOthers,
  now: Instant,
): readonly [look: keyof typeof LOOK, words: string] | null {
  const verb = verbWord(asked)
  if (asked.end === 'refused') return ['not', COPY.refused(verb, asked.text || COPY.noWhy)]
  if (asked.end === 'expired') return ['not', COPY.expired(verb)]
  if (now - asked.at > HOUR) return null
  return ['well', asked.end === 'already' ? COPY.already(verb, asked.text) : COPY.done(verb)]
}

/** What was asked of another machine about this, and what became of it. `after`: follows it. */
export function AskLine({ asked, after = '' }: { asked: AskedOfOthers; after?: string }): ReactNode {
  return asked.end === null ? (
    <Pending asked={asked} after={after} />
  ) : (
    <Settled asked={asked} after={after} />
  )
}

function Pending({ asked, after }: { asked: AskedOfOthers; after: string }): ReactNode {
  const minute = useMinute(asked.at)
  const isFresh = minute - asked.at < MINUTE
  const second = useSecond(isFresh)
  const now = Math.max(isFresh ? second : minute, asked.at)
  const ago =
    now - asked.at < MINUTE ? COPY.seconds(Math.round((now - asked.at) / SECOND)) : pastTime(asked.at, now)
  return (
    <span className={LOOK.pending} title={`${titleTime(asked.at)}\n${COPY.waits}`}>
      {COPY.pending(verbWord(asked), ago)}
      {after}
    </span>
  )
}

function Settled({ asked, after }: { asked: AskedOfOthers; after: string }): ReactNode {
  const now = useMinute(asked.at)
  const shown = outcome(asked, now)
  if (shown === null) return null
  const [look, words] = shown
  return (
    <span className={LOOK[look]} title={titleTime(asked.at)}>
      {words}
      {after}
    </span>
  )
}
