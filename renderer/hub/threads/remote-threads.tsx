import {
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { OtherMachine, OthersDetails, RemoteThread } from '../../../shared/hub/others/others.ts'
import { useFleet } from '../../client/live.ts'
import { useVirtualLines } from '../../fleet/rows/use-virtual-lines.ts'
import { askedKey, useAsked } from '../ask.ts'
import { isCurrent, type ShownOthers } from '../choice.ts'
import { OTHER_THREADS as COPY } from './copy.ts'
import { MachineHead } from './machine-head.tsx'
import { remoteLines, type RemoteLine } from './remote-lines.ts'
import { RemoteList } from './remote-list.tsx'
import { RemoteRow } from './remote-row.tsx'

const ROW_HEIGHT = { comfortable: 40, compact: 34 } as const

interface Opened {
  readonly thread: RemoteThread
  readonly machine: OtherMachine
}

interface Active {
  readonly key: string | null // null: the first row
  readonly takeFocus: boolean
}

/** Threads of other machines below the head of each; only lines in view are in the page. */
export function RemoteThreads({
  shown,
  threads,
  lists,
  search = '',
}: {
  shown: ShownOthers
  threads: readonly RemoteThread[]
  /** Threads whose lists may be read. */
  lists: OthersDetails['lists']
  search?: string
}): ReactNode {
  const wanted = useDeferredValue(search)
  const { machines } = shown
  const lines = useMemo(() => remoteLines(machines, threads, wanted), [machines, threads, wanted])
  const readable = useMemo(() => new Set(lists.map(({ machine, thread }) => `${machine} ${thread}`)), [lists])
  if (lines.length > 0) return <Grid lines={lines} shown={shown} readable={readable} />
  return <p className="px-1 text-13 text-ink-3">{wanted === '' ? COPY.noThreads : COPY.nothing(wanted)}</p>
}

interface GridProps {
  readonly lines: readonly RemoteLine[]
  readonly shown: ShownOthers
  readonly readable: ReadonlySet<string>
}

function Grid({ lines, shown, readable }: GridProps): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [active, setActive] = useState<Active>({ key: null, takeFocus: false })
  const rowHeight = ROW_HEIGHT[useFleet((fleet) => fleet.settings.density)]
  const activeIndex = indexOf(lines, active.key)
  const known = useMemo(() => lines.map(({ key, kind }) => ({ key, isHead: kind === 'machine' })), [lines])
  const virtual = useVirtualLines(known, rowHeight, active.key === null ? -1 : activeIndex, false)
  const onActivate = useCallback(
    (key: string) => setActive((now) => (now.key === key ? now : { key, takeFocus: false })),
    [],
  )
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget))
      setActive(({ key }) => ({ key, takeFocus: false }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = targetOf(event, lines, activeIndex)
    const line = to === null ? undefined : lines[to]
    if (to === null || line === undefined) return
    event.preventDefault()
    virtual.rows.scrollToIndex(to, { align: 'auto' })
    setActive({ key: line.key, takeFocus: true })
  }
  return (
    <>
      <div
        role="grid"
        aria-label={COPY.grid}
        aria-rowcount={lines.length}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        className="card overflow-clip rounded-card border border-line bg-surface"
      >
        <Lines
          {...{ lines, shown, readable, virtual, rowHeight, active, activeIndex, onActivate }}
          onList={setOpened}
        />
      </div>
      {opened !== null && <RemoteList {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Lines({
  lines,
  shown,
  readable,
  virtual: { list, rows, offset, stuck },
  rowHeight,
  active,
  activeIndex,
  onActivate,
  onList,
}: GridProps & {
  virtual: ReturnType<typeof useVirtualLines>
  rowHeight: number
  active: Active
  activeIndex: number
  onActivate: (key: string) => void
  onList: (of: Opened) => void
}): ReactNode {
  const asked = useAsked()
  return (
    <div ref={list} role="rowgroup" className="relative -mb-px" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const line = lines[index]
        if (line === undefined) return null
        const top = start - offset
        const { key, machine } = line
        if (line.kind === 'machine')
          return (
            <MachineHead
              key={key}
              machine={machine}
              shown={line.shown}
              index={index}
              style={index === stuck.current ? STUCK : { position: 'absolute', top, left: 0, right: 0 }}
            />
          )
        return (
          <RemoteRow
            key={key}
            lineKey={key}
            thread={line.thread}
            machine={machine}
            isCurrent={isCurrent(machine, shown.others)}
            asked={asked.get(askedKey(machine.id, line.thread.id))}
            index={index}
            top={top}
            height={rowHeight}
            isActive={index === activeIndex}
            takeFocus={active.takeFocus && key === active.key}
            onActivate={onActivate}
            onList={readable.has(`${machine.id} ${line.thread.id}`) ? onList : null}
          />
        )
      })}
    </div>
  )
}

const STUCK = { position: 'sticky', top: 0, zIndex: 5 } as const

/** The line that Tab reaches: the one that was walked to, else the first thread. */
function indexOf(lines: readonly RemoteLine[], key: string | null): number {
  const found = key === null ? -1 : lines.findIndex((line) => line.key === key)
  return found === -1 ? lines.findIndex(({ kind }) => kind === 'thread') : found
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}

/** The thread that a key of walking leads to; null: no such key, or no such thread. */
function targetOf(event: KeyboardEvent, lines: readonly RemoteLine[], at: number): number | null {
  const step = STEPS[event.key]
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return null
  const wanted = Math.min(lines.length - 1, Math.max(0, at + step))
  const isThread = (i: number): boolean => lines[i]?.kind === 'thread'
  const onwards = step > 0 ? 1 : -1
  for (let i = wanted; i >= 0 && i < lines.length; i += onwards) if (isThread(i)) return i
  for (let i = wanted; i >= 0 && i < lines.length; i -= onwards) if (isThread(i)) return i
  return null
}
