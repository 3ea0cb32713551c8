import { useState, type ReactNode } from 'react'
import type { DecidedView } from '../../shared/contract/pollination.ts'
import { BY_ITS_AGENT, DECIDED_WORDS, holdsWords } from '../../shared/pollination/lines/decided-words.ts'
import { outcomeWords } from '../../shared/pollination/lines/outcome-words.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { Moment } from '../kit/text/moment.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'
import { MakingRule } from './declining.tsx'
import { InPlaceOf } from './offered.tsx'
import { undoSuggestion } from './undo.ts'

/** Fewer are seen at a glance. */
const FILTERED_FROM = 6

/** What was decided, and whether it helped. */
export function Decided({ decided, path }: { decided: readonly DecidedView[]; path: string }): ReactNode {
  const [words, setWords] = useState('')
  const shown = decided.filter((one) => holdsWords(one, words))
  return (
    <section aria-labelledby="decided">
      <SectionTitle id="decided" count={String(decided.length)}>
        {COPY.decided}
      </SectionTitle>
      {decided.length >= FILTERED_FROM && (
        <input
          type="search"
          className={`${inputClass} mb-2 w-72`}
          aria-label={COPY.filter}
          placeholder={COPY.filterHint}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <Card>
        {shown.length === 0 && <p className="px-4 py-3 text-13 text-ink-3">{COPY.filtered}</p>}
        <ul>
          {shown.map((one) => (
            <Row key={one.number} decided={one} />
          ))}
        </ul>
      </Card>
      <p className="mt-2 text-12 text-ink-3">{COPY.kept(path)}</p>
    </section>
  )
}

function Row({ decided }: { decided: DecidedView }): ReactNode {
  const { number, threadName, state, by, text, at, outcome, mayUndo, scopes } = decided
  const [isMaking, setMaking] = useState(false)
  const bridge = useBridge()
  const { api } = bridge
  const retire = useWrite(api.pollination.retire, {
    done: COPY.retired(threadName),
    stale: [api.pollination.key(), api.doc.key()],
  })
  return (
    <li className="flex items-baseline gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="w-8 shrink-0 text-ink-3 tabular-nums">{number}</span>
      <span className="w-36 shrink-0 truncate">{threadName}</span>
      <span className="w-32 shrink-0 text-ink-2">{`${DECIDED_WORDS[state]}${by === 'agent' ? ` ${BY_ITS_AGENT}` : ''}`}</span>
      <What decided={decided} />
      {/* Below each other, so that the line has room in a narrow window. */}
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <Moment at={at} className="text-12" />
        <span className="-mr-2 flex">
          {outcome?.mayRetire === true && (
            <Button
              size="s"
              look="ghost"
              aria-label={COPY.retireOf(text, threadName)}
              disabled={retire.isPending}
              onClick={() => retire.mutate({ suggestion: number })}
            >
              {COPY.retire}
            </Button>
          )}
          {scopes.length > 0 && (
            <Button
              size="s"
              look="ghost"
              aria-label={COPY.makeRuleOf(number)}
              onClick={() => setMaking(true)}
            >
              {COPY.makeRule}
            </Button>
          )}
          {mayUndo && (
            <Button
              size="s"
              look="ghost"
              aria-label={COPY.undoOf(number)}
              onClick={() => void undoSuggestion(bridge, number)}
            >
              {COPY.undo}
            </Button>
          )}
        </span>
      </span>
      {isMaking && <MakingRule about={decided} onClose={() => setMaking(false)} />}
    </li>
  )
}

const What = ({
  decided: { text, replaces, from, reason, outcome },
}: {
  decided: DecidedView
}): ReactNode => (
  <span className="min-w-0 flex-1">
    <Ticks text={text} />
    <InPlaceOf line={replaces} />
    {from !== null && <span className="text-ink-3"> · {COPY.offeredBy(from)}</span>}
    {reason !== '' && <span className="text-ink-3"> · {reason}</span>}
    {outcome !== null && <span className="block text-12 text-ink-3">{outcomeWords(outcome)}</span>}
  </span>
)
