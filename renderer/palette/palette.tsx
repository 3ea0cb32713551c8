import { Dialog } from '@base-ui/react/dialog'
import {
  ArrowRight,
  FolderGit2,
  History,
  ListFilter,
  Search,
  Settings,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { Kbd, useKey } from '../kit/button.tsx'
import { PALETTE } from './copy.ts'
import { useUi } from '../client/ui-state.ts'
import { entriesOf, runEntry, type Entry, type EntryKind } from './entries.ts'
import { find, indexOf, readRecent, remember, type Index } from './search.ts'

const ICON: Record<EntryKind, LucideIcon> = {
  place: ArrowRight,
  action: Zap,
  thread: FolderGit2,
  setting: Settings,
  run: History,
  view: ListFilter,
}
const PAGE_LINES = 8

interface Group {
  readonly title: string | null // null: found by typing, best first
  readonly entries: readonly Entry[]
}

/** Mod+K: whatever there is, by a few letters. */
export function Palette(): ReactNode {
  const isOpen = useUi((s) => s.palette)
  const show = useUi((s) => s.showPalette)
  const input = useRef<HTMLInputElement>(null)
  // Opened again while it still fades out, it is the same dialog: each opening begins with nothing typed.
  const [seen, setSeen] = useState({ isOpen: false, opening: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + (isOpen ? 1 : 0) })
  return (
    <Dialog.Root open={isOpen} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-40 bg-[var(--shade)]" />
        <Dialog.Popup
          initialFocus={input}
          className="popup fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[min(620px,calc(100vw-48px))] -translate-x-1/2 flex-col overflow-hidden rounded-card border border-line bg-surface shadow-popover outline-none"
        >
          <Dialog.Title className="sr-only">{PALETTE.title}</Dialog.Title>
          <Finder key={seen.opening} input={input} onDone={() => show(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({
  input,
  onDone,
}: {
  input: React.RefObject<HTMLInputElement | null>
  onDone: () => void
}): ReactNode {
  const bridge = useBridge()
  const { live } = bridge
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const recent = useMemo(() => readRecent(), [])
  // As it was when the palette opened: lines do not move under the hand. Read once, not followed.
  const index = useMemo((): Index => {
    const { fleet, threads } = live.getState()
    return indexOf(fleet === null ? [] : entriesOf(bridge, fleet, threads.values()))
  }, [bridge, live])
  const groups = useMemo(() => groupsOf(index, query, recent), [index, query, recent])
  const lines = useMemo(() => groups.flatMap((g) => g.entries), [groups])
  const at = Math.min(active, Math.max(0, lines.length - 1))

  useEffect(
    () => scroller.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    [at, lines],
  )

  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    remember(entry.id)
    onDone()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const last = lines.length - 1
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE_LINES),
      PageUp: Math.max(0, at - PAGE_LINES),
    }[event.key]
    if (to !== undefined) setActive(Math.max(0, to))
    else if (event.key === 'Enter') choose(lines[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <label className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4 focus-within:shadow-[inset_0_-2px_0_var(--accent)]">
        <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
        <input
          ref={input}
          role="combobox"
          aria-label={PALETTE.title}
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={lines.length > 0 ? `${list}-${at}` : undefined}
          value={query}
          placeholder={PALETTE.placeholder}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-14 text-ink outline-none placeholder:text-ink-3"
          onChange={(e) => {
            setQuery(e.target.value)
            setActive(0)
          }}
        />
        <Kbd keys="Esc" className="text-ink-2" />
      </label>
      <p role="status" className="sr-only">
        {query.trim() === '' ? '' : PALETTE.found(lines.length)}
      </p>
      {lines.length === 0 && (
        <div className="px-6 py-8 text-center">
          <p className="text-13 font-medium">{PALETTE.none(query.trim())}</p>
          <p className="mt-0.5 text-12 text-ink-3">{PALETTE.noneHelp}</p>
        </div>
      )}
      <div
        ref={scroller}
        id={list}
        role="listbox"
        aria-label={PALETTE.title}
        className={`min-h-0 overflow-y-auto ${lines.length > 0 ? 'p-1.5' : ''}`}
      >
        {groups.map(({ title, entries }, g) => {
          const from = groups.slice(0, g).reduce((n, before) => n + before.entries.length, 0)
          return (
            <div key={title ?? 'found'} role="group" aria-label={title ?? PALETTE.title}>
              {title !== null && (
                <p
                  aria-hidden
                  className="px-2.5 pt-2 pb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase"
                >
                  {title}
                </p>
              )}
              {entries.map((entry, i) => (
                <Line
                  key={entry.id}
                  id={`${list}-${from + i}`}
                  entry={entry}
                  isNamed={title === null || title === PALETTE.groups.recent}
                  isActive={from + i === at}
                  onPoint={() => setActive(from + i)}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          )
        })}
      </div>
    </>
  )
}

function Line({
  id,
  entry,
  isNamed,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string
  entry: Entry
  isNamed: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}): ReactNode {
  const Icon = ICON[entry.kind]
  return (
    // The input keeps the focus, and with it the keys; the pointer needs no role of its own.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      onMouseDown={(e) => e.preventDefault()}
      className={
        'flex h-9 items-center gap-3 rounded-control px-2.5 text-13 ' +
        `${isActive ? 'bg-accent-tint text-ink' : 'text-ink'}`
      }
    >
      <Icon size={15} className={`shrink-0 ${isActive ? 'text-accent' : 'text-ink-3'}`} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{entry.title}</span>
      {isNamed && (
        <span className="shrink-0 text-12 text-ink-2">{entry.hint ?? PALETTE.kinds[entry.kind]}</span>
      )}
      {entry.keys !== undefined && <KeysOf keys={entry.keys} />}
    </div>
  )
}

function KeysOf({ keys }: { keys: string }): ReactNode {
  const now = useKey(keys)
  return now === null ? null : (
    <>
      <Kbd keys={now} exact className="text-ink-2" />
      <span className="sr-only">{now}</span>
    </>
  )
}

/** Nothing typed: what was used lately, then places and actions. Typed: the best first. */
function groupsOf(index: Index, query: string, recent: readonly string[]): readonly Group[] {
  const run = runEntry(query)
  if (query.trim() !== '')
    return [{ title: null, entries: [...(run === null ? [] : [run]), ...find(index, query, recent)] }].filter(
      (g) => g.entries.length > 0,
    )
  const known = new Map(index.entries.map((e) => [e.id, e]))
  const lately = recent.flatMap((id) => known.get(id) ?? runEntry(id.replace(/^run:/, '')) ?? [])
  const isLate = new Set(lately.map((e) => e.id))
  const of = (...kinds: readonly EntryKind[]): Entry[] =>
    index.entries.filter((e) => kinds.includes(e.kind) && !e.id.includes(':') && !isLate.has(e.id))
  return [
    { title: PALETTE.groups.recent, entries: lately },
    { title: PALETTE.groups.places, entries: of('place') },
    { title: PALETTE.groups.actions, entries: of('action') },
  ].filter((g) => g.entries.length > 0)
}
