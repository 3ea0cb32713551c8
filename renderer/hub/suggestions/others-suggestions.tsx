import type { ReactNode } from 'react'
import type { OtherMachine } from '../../../shared/hub/others/others.ts'
import type { RemoteSuggestion } from '../../../shared/hub/suggested.ts'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { askedKey, useAsked } from '../ask.ts'
import type { ShownOthers } from '../choice.ts'
import { HUB } from '../copy.ts'
import { StateWords } from '../machine-state.tsx'
import { OthersFrame, WithDetails } from '../others-frame.tsx'
import { OTHER_SUGGESTIONS as COPY } from './copy.ts'
import { RemoteSuggestionRow } from './remote-suggestion-row.tsx'

/** What is open at another machine, or at all others below what is open here. */
export function OthersSuggestions({ shown }: { shown: ShownOthers }): ReactNode {
  return (
    <OthersFrame shown={shown} title={COPY.title}>
      {shown.is === 'all' && <SectionTitle>{HUB.others}</SectionTitle>}
      <WithDetails shown={shown}>
        {({ suggestions }) => <OfMachines shown={shown} suggestions={suggestions} />}
      </WithDetails>
    </OthersFrame>
  )
}

function OfMachines({
  shown,
  suggestions,
}: {
  shown: ShownOthers
  suggestions: readonly RemoteSuggestion[]
}): ReactNode {
  const groups = shown.machines
    .map((machine) => ({ machine, open: suggestions.filter((one) => one.machine === machine.id) }))
    .filter(({ open }) => open.length > 0)
  if (groups.length === 0)
    return (
      <p className="text-13 text-ink-3">{shown.is === 'one' ? COPY.noneOf(shown.machine.name) : COPY.none}</p>
    )
  return (
    <>
      <p className="mb-3 text-12 text-ink-3">{COPY.text}</p>
      {groups.map(({ machine, open }) => (
        <section key={machine.id} aria-label={COPY.list(machine.name)} className="mb-4">
          {shown.is === 'all' && (
            <p className="mb-1.5 flex items-baseline gap-2 text-12">
              <span className="font-medium text-ink">{machine.name}</span>
              <StateWords machine={machine} />
            </p>
          )}
          <Rows machine={machine} open={open} />
        </section>
      ))}
    </>
  )
}

function Rows({ machine, open }: { machine: OtherMachine; open: readonly RemoteSuggestion[] }): ReactNode {
  const asked = useAsked()
  return (
    <Card className="overflow-hidden">
      <ul>
        {open.map((suggestion) => (
          <RemoteSuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            machine={machine}
            asked={asked.get(askedKey(machine.id, suggestion.id))}
          />
        ))}
      </ul>
    </Card>
  )
}
