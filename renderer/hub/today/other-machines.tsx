import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAmiss } from '../../../shared/hub/machine-state.ts'
import type { OtherMachine, OtherMachines as Others } from '../../../shared/hub/others/others.ts'
import { useOthers } from '../../client/live.ts'
import { useUi } from '../../client/ui-state.ts'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { HUB } from '../copy.ts'
import { MachineIcon, StateWords } from '../machine-state.tsx'
import { HubLine } from '../others-frame.tsx'
import { OTHER_TODAY as COPY } from './copy.ts'

/** The other machines, one line each; a single line while nothing of them needs anybody. */
export function OtherMachines(): ReactNode {
  const others = useOthers()
  if (others === null) return null
  return (
    <section aria-labelledby="other-machines" className="mb-5">
      <HubLine others={others} />
      <Machines others={others} />
    </section>
  )
}

const isQuiet = (machine: OtherMachine): boolean => machine.openAlerts === 0 && !isAmiss(machine)

function Machines({ others: { machines, link } }: { others: Others }): ReactNode {
  if (machines.length === 0) return null
  if (link === 'connected' && machines.every(isQuiet)) return <QuietLine machines={machines} />
  return (
    <>
      <SectionTitle id="other-machines">{HUB.others}</SectionTitle>
      <Card className="overflow-hidden">
        {machines.map((machine) => (
          <MachineLine key={machine.id} machine={machine} />
        ))}
      </Card>
    </>
  )
}

const count = (machines: readonly OtherMachine[], is: OtherMachine['state']): number =>
  machines.filter(({ state }) => state === is).length

function QuietLine({ machines }: { machines: readonly OtherMachine[] }): ReactNode {
  const show = useUi((s) => s.showMachine)
  const isShown = useUi((s) => s.machine === 'all')
  return (
    <p className="flex items-center gap-2 text-12 text-ink-3">
      <span id="other-machines">
        {COPY.quiet(machines.length, {
          asleep: count(machines, 'asleep'),
          away: count(machines, 'away'),
          stopped: count(machines, 'stopped'),
        })}
      </span>
      {!isShown && (
        <button
          type="button"
          className="rounded-[3px] underline decoration-line-strong underline-offset-2 hover:text-ink"
          onClick={() => show('all')}
        >
          {HUB.all}
        </button>
      )}
    </p>
  )
}

/** The whole line leads there. */
function MachineLine({ machine }: { machine: OtherMachine }): ReactNode {
  const show = useUi((s) => s.showMachine)
  const { id, name, openAlerts } = machine
  return (
    <button
      type="button"
      title={COPY.open(name)}
      onClick={() => show(id)}
      className="flex min-h-9 w-full items-center gap-3 border-b border-line px-4 py-1.5 text-left text-13 last:border-b-0 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="text-ink-2">
        <MachineIcon machine={machine} />
      </span>
      <span className="w-40 shrink-0 truncate font-medium">{name}</span>
      <span className="min-w-0 flex-1 truncate text-12">
        <StateWords machine={machine} />
      </span>
      {openAlerts > 0 && (
        <span className="shrink-0 text-12 font-medium text-alert">{HUB.openAlerts(openAlerts)}</span>
      )}
      <span className="w-24 shrink-0 text-right text-12 text-ink-3 tabular-nums">
        {HUB.threads(machine.threads)}
      </span>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
}
