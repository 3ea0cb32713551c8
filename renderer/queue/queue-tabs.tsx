import type { ReactNode } from 'react'
import { QUEUE_COPY } from './copy.ts'
import { navigate, PLACES } from '../client/navigation.ts'

const TABS = ['queue', 'jobs', 'ahead'] as const
const WORDS = QUEUE_COPY.tabs

/** Queue, jobs and the next 24 hours are one place with three addresses. */
export function QueueTabs({ here }: { here: (typeof TABS)[number] }): ReactNode {
  return (
    <nav aria-label={WORDS.label} className="mx-auto w-full max-w-[1440px] px-7 pt-3 max-[1000px]:px-5">
      <div className="flex gap-1 border-b border-line">
        {TABS.map((tab) => (
          <a
            key={tab}
            href={`#${PLACES[tab]}`}
            aria-current={tab === here ? 'page' : undefined}
            draggable={false}
            className={
              '-mb-px flex h-9 items-center border-b-2 px-3 text-13 ' +
              `${tab === here ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`
            }
            onClick={(event) => {
              event.preventDefault()
              navigate(PLACES[tab])
            }}
          >
            {WORDS[tab]}
          </a>
        ))}
      </div>
    </nav>
  )
}
