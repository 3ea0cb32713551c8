import { useState, type ReactNode } from 'react'
import type { RunOutcome } from '../../shared/run.ts'
import { Page } from '../components/parts.tsx'
import { RunList } from '../components/run-list.tsx'
import { useFleet } from '../live.ts'

const KINDS = {
  all: { word: 'All runs', outcomes: undefined },
  worth: { word: 'Worth a look', outcomes: ['urgent', 'alert', 'unproven', 'broken', 'blocked'] },
  broken: { word: 'Broken', outcomes: ['broken', 'interrupted', 'stopped'] },
  quiet: { word: 'Quiet', outcomes: ['quiet', 'unchanged'] },
} as const satisfies Record<string, { word: string; outcomes: readonly RunOutcome[] | undefined }>
type Kind = keyof typeof KINDS

export function HistoryPage(): ReactNode {
  const [kind, setKind] = useState<Kind>('all')
  const today = useFleet((fleet) => fleet.today)
  return (
    <Page title="History" sub={`${today.beats} beats today, ${today.agentStarts} agent starts. Every run is kept with what it did and why.`}>
      <div role="group" aria-label="Show" className="mb-3 flex gap-1.5">
        {(Object.keys(KINDS) as Kind[]).map((k) => (
          <button key={k} type="button" aria-pressed={kind === k} onClick={() => setKind(k)} className={`h-6 rounded-full border px-2.5 text-12 ${kind === k ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line bg-surface text-ink-2 hover:border-line-strong'}`}>{KINDS[k].word}</button>
        ))}
      </div>
      <RunList key={kind} {...(KINDS[kind].outcomes !== undefined && { outcomes: KINDS[kind].outcomes })} />
    </Page>
  )
}
