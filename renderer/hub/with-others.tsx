import type { ReactNode } from 'react'
import { PartCrash } from '../client/crash.tsx'
import { later, type Later } from '../client/later.tsx'
import { useShown, type ShownOthers } from './choice.ts'

interface OthersProps {
  readonly shown: ShownOthers
}

/** What each page shows of other machines. */
const OF_OTHERS = {
  threads: later(async () => (await import('./threads/others-threads.tsx')).OthersThreads),
  inbox: later(async () => (await import('./inbox/others-inbox.tsx')).OthersInbox),
  history: later(async () => (await import('./history/others-history.tsx')).OthersHistory),
  pollination: later(async () => (await import('./suggestions/others-suggestions.tsx')).OthersSuggestions),
  today: later(async () => (await import('./today/others-today.tsx')).OthersToday),
} satisfies Readonly<Record<string, Later<OthersProps>>>
const OwnPart = later(async () => (await import('./whose.tsx')).OwnPart)
const OwnPage = later(async () => (await import('./whose.tsx')).OwnPage)

/** A page of this machine, of another one in its place, or of all of them: this one first. */
export function WithOthers({
  page,
  children,
}: {
  page: keyof typeof OF_OTHERS
  children: ReactNode
}): ReactNode {
  const shown = useShown()
  const Others = OF_OTHERS[page]
  return (
    <>
      {/* Today’s own heading says what it is about. */}
      {shown.is === 'all' && page !== 'today' && (
        <PartCrash>
          <OwnPart name={shown.others.here.name} />
        </PartCrash>
      )}
      {shown.is !== 'one' && children}
      {shown.is !== 'here' && (
        <PartCrash key={page}>
          <Others shown={shown} />
        </PartCrash>
      )}
    </>
  )
}

/** Above a page that is about this machine whichever is chosen. */
export function AboutHere(): ReactNode {
  const shown = useShown()
  if (shown.is !== 'one') return null
  return (
    <PartCrash>
      <OwnPage name={shown.others.here.name} />
    </PartCrash>
  )
}
