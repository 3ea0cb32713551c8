import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFleetQuery } from '../../fleet/query/use-query.ts'
import { inputClass } from '../../kit/field.tsx'
import { SectionTitle } from '../../kit/parts.tsx'
import type { ShownOthers } from '../choice.ts'
import { HUB } from '../copy.ts'
import { OthersFrame, WithDetails } from '../others-frame.tsx'
import { OTHER_THREADS as COPY } from './copy.ts'
import { RemoteThreads } from './remote-threads.tsx'

/** Threads of another machine, or of all others below those of this one; filtered by the words of the page. */
export function OthersThreads({ shown }: { shown: ShownOthers }): ReactNode {
  const [query, change] = useFleetQuery()
  return (
    <OthersFrame shown={shown} title={COPY.title}>
      {shown.is === 'all' ? (
        <SectionTitle count={HUB.threads(countOf(shown))}>{HUB.others}</SectionTitle>
      ) : (
        <Filter text={query.q} onText={(q) => change({ q })} />
      )}
      <WithDetails shown={shown}>
        {({ threads, lists }) => (
          <RemoteThreads shown={shown} threads={threads} lists={lists} search={query.q.trim()} />
        )}
      </WithDetails>
    </OthersFrame>
  )
}

const countOf = ({ machines }: ShownOthers): number => machines.reduce((n, { threads }) => n + threads, 0)

const Filter = ({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode => (
  <label className="relative mb-2.5 block w-64">
    <Search size={14} className="absolute top-2.25 left-2.5 text-ink-3" aria-hidden />
    <input
      value={text}
      onChange={(e) => onText(e.target.value)}
      onKeyDown={(e) => e.key === 'Escape' && onText('')}
      placeholder={COPY.filter}
      title={COPY.filterHelp}
      aria-label={COPY.filter}
      spellCheck={false}
      className={`${inputClass} w-full pl-8`}
    />
  </label>
)
