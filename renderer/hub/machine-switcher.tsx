import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronsUpDown, Layers, MonitorDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOthers } from '../client/live.ts'
import { useUi } from '../client/ui-state.ts'
import { useShown, type Shown } from './choice.ts'
import { HUB } from './copy.ts'
import { MachineIcon, StateWords } from './machine-state.tsx'

/** Whose threads, alerts and history the pages show; folded with the rail to its picture. */
export function MachineSwitcher(): ReactNode {
  const others = useOthers()
  const shown = useShown()
  const show = useUi((s) => s.showMachine)
  if (others === null) return null
  const word = wordOf(shown)
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={HUB.switch(word)}
        title={HUB.switch(word)}
        className={
          'mb-3 flex h-8 w-full shrink-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 ' +
          'text-12 text-ink hover:border-line-strong max-[1000px]:justify-center max-[1000px]:px-0'
        }
      >
        <ShownIcon shown={shown} />
        <span className="min-w-0 flex-1 truncate text-left max-[1000px]:sr-only">{word}</span>
        <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-ink-3 max-[1000px]:hidden" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-40 outline-none">
          <Base.Popup className="popup max-h-(--available-height) max-w-96 min-w-60 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            <Base.RadioGroup
              aria-label={HUB.machines}
              value={shown.is === 'one' ? shown.machine.id : shown.is}
              onValueChange={(id: string) => show(id)}
            >
              <Choice value="here" word={HUB.here} icon={<MonitorDot size={15} aria-hidden />}>
                {others.here.name}
              </Choice>
              <Choice value="all" word={HUB.all} icon={<Layers size={15} aria-hidden />} />
              {others.machines.length > 0 && <Base.Separator className="my-1 h-px bg-line" />}
              {others.machines.map((machine) => (
                <Choice
                  key={machine.id}
                  value={machine.id}
                  word={machine.name}
                  icon={<MachineIcon machine={machine} />}
                >
                  <StateWords machine={machine} />
                </Choice>
              ))}
            </Base.RadioGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function wordOf(shown: Shown): string {
  if (shown.is === 'one') return shown.machine.name
  return shown.is === 'all' ? HUB.all : HUB.here
}

function ShownIcon({ shown }: { shown: Shown }): ReactNode {
  if (shown.is === 'one') return <MachineIcon machine={shown.machine} />
  const Icon = shown.is === 'all' ? Layers : MonitorDot
  return <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
}

const Choice = ({
  value,
  word,
  icon,
  children,
}: {
  value: string
  word: string
  icon: ReactNode
  children?: ReactNode
}): ReactNode => (
  <Base.RadioItem
    value={value}
    closeOnClick
    className="flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 text-13 text-ink outline-none data-[highlighted]:bg-hover"
  >
    <span className="shrink-0 text-ink-2">{icon}</span>
    <span className="min-w-0 flex-1">
      <span className="block truncate">{word}</span>
      {children !== undefined && <span className="block text-11 text-ink-3">{children}</span>}
    </span>
    <span className="w-4 shrink-0">
      <Base.RadioItemIndicator>
        <Check size={14} aria-hidden />
      </Base.RadioItemIndicator>
    </span>
  </Base.RadioItem>
)
