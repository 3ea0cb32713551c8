import type { ReactNode } from 'react'
import type { OfferedThere } from '../../shared/hub/offered.ts'
import type { ListedText } from '../../shared/pollination/lines/life.ts'
import { replacesWords } from '../../shared/pollination/lines/offer-words.ts'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

/** What was suggested from here to threads of other machines, as these told last how it stands. */
export function Offered({ offered }: { offered: readonly OfferedThere[] }): ReactNode {
  return (
    <section aria-labelledby="offered">
      <SectionTitle id="offered" count={String(offered.length)}>
        {COPY.offered}
      </SectionTitle>
      <Card>
        <ul>
          {offered.map(({ machine, machineName, number, thread, state, text, replaces, reason }) => (
            <li
              key={`${machine} ${number}`}
              className="flex items-baseline gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <span className="w-44 shrink-0 truncate">{COPY.thereOn(thread, machineName)}</span>
              <span className="w-32 shrink-0 text-ink-2">{COPY.offeredIs[state]}</span>
              <span className="min-w-0 flex-1">
                <Ticks text={text} />
                <InPlaceOf line={replaces} />
                {reason !== '' && <span className="text-ink-3"> · {reason}</span>}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** Behind a line: of an edit, which line it changes. */
export const InPlaceOf = ({ line }: { line: ListedText | null }): ReactNode =>
  line === null ? null : (
    <span className="text-ink-3">
      {' · '}
      <Ticks text={replacesWords(line)} />
    </span>
  )
