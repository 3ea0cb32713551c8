import type { ReactNode } from 'react'
import { CLASS_WORDS } from '../../shared/attempts/class-words.ts'
import type { Intervention } from '../../shared/attempts/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Chip, type Tone } from '../kit/chip.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { Moment } from '../kit/text/moment.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'
import { attemptRowId } from './dead-ends/dead-ends.tsx'
import { DifferenceButton } from './difference.tsx'
import { linesOf, scoreText, shareToBest, wasBest, type ShownAttempt } from './scores.ts'

const TONE: Record<ShownAttempt['standing'], Tone> = {
  best: 'quiet',
  'small gain': 'quiet',
  'within noise': 'neutral',
  'no gain': 'neutral',
  failed: 'broken',
  'not counted': 'neutral',
}
const COMMIT_CHARS = 10

/** Runs and what was asked between them, the newest first. */
export function AttemptList({
  attempts,
  interventions,
  best,
  isTeam,
}: {
  attempts: readonly ShownAttempt[]
  interventions: readonly Intervention[]
  best: number | null
  isTeam: boolean
}): ReactNode {
  return (
    <section aria-labelledby="attempts">
      <SectionTitle id="attempts" count={String(attempts.length)}>
        {COPY.list}
      </SectionTitle>
      <Card>
        <ul>
          {linesOf(attempts, interventions).map((line) =>
            line.kind === 'attempt' ? (
              <AttemptRow
                key={`run ${line.attempt.number}`}
                attempt={line.attempt}
                best={best}
                isTeam={isTeam}
              />
            ) : (
              <li
                key={`asked ${line.intervention.number}`}
                className="border-b border-line bg-sunken px-4 py-1.5 text-12 text-ink-2"
              >
                {COPY.given(line.intervention)}
                <Moment at={line.intervention.at} className="ml-2" />
              </li>
            ),
          )}
        </ul>
      </Card>
    </section>
  )
}

function StandingChip({ attempt: { standing, class: of, isStruck } }: { attempt: ShownAttempt }): ReactNode {
  if (isStruck) return <Chip tone="neutral">{COPY.struck}</Chip>
  return <Chip tone={TONE[standing]}>{of === 'real' ? COPY.standing[standing] : CLASS_WORDS[of]}</Chip>
}

/** Only what counts as a best can be doubted. */
function Strike({ attempt }: { attempt: ShownAttempt }): ReactNode {
  const { api } = useBridge()
  const strike = useWrite(api.attempts.strike, { stale: [api.attempts.key()] })
  const { threadId: id, number, run, isStruck } = attempt
  if (!wasBest(attempt)) return null
  return (
    <Button
      size="s"
      look="ghost"
      aria-label={isStruck ? COPY.restoreOf(run) : COPY.strikeOf(run)}
      disabled={strike.isPending}
      onClick={() => strike.mutate({ id, number, struck: !isStruck })}
    >
      {isStruck ? COPY.restore : COPY.strike}
    </Button>
  )
}

function AttemptRow({
  attempt,
  best,
  isTeam,
}: {
  attempt: ShownAttempt
  best: number | null
  isTeam: boolean
}): ReactNode {
  const { number, run, score, title, feedback, commit, threadName, at } = attempt
  const share = score === null || best === null ? null : shareToBest(score, best)
  return (
    <li
      id={attemptRowId(number)}
      tabIndex={-1}
      className="flex items-baseline gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
    >
      <span className="w-10 shrink-0 text-ink-3 tabular-nums">{run}</span>
      {isTeam && <span className="w-32 shrink-0 truncate">{threadName}</span>}
      <span className="w-20 shrink-0 truncate font-medium tabular-nums">
        {score === null ? COPY.noScore(attempt.class) : scoreText(score)}
      </span>
      <span className="w-24 shrink-0">
        <StandingChip attempt={attempt} />
      </span>
      <span className="min-w-0 flex-1">
        {title}
        {share !== null && (
          <span className="text-ink-3">
            {title === '' ? '' : ' · '}
            {COPY.toBest(share)}
          </span>
        )}
        {feedback !== '' && (
          <span className="line-clamp-2 text-12 text-ink-3" title={feedback}>
            {feedback}
          </span>
        )}
      </span>
      {commit !== null && (
        <code className="hidden shrink-0 font-mono text-11 text-ink-3 xl:inline">
          {commit.slice(0, COMMIT_CHARS)}
        </code>
      )}
      <DifferenceButton attempt={attempt} />
      <Strike attempt={attempt} />
      <Moment at={at} className="w-24 shrink-0 text-right text-12 tabular-nums" />
    </li>
  )
}
