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
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Kbd, useKey } from '../kit/button.tsx'
import { PALETTE } from './copy.ts'
import { useUi } from '../client/ui-state.ts'
import type { Entry, EntryKind } from './entries.ts'
import { remember } from './search.ts'
import { useFinding, type Finding, type Group } from './use-finding.ts'

const ICON: Record<EntryKind, LucideIcon> = {
  place: ArrowRight,
  action: Zap,
  thread: FolderGit2,
  setting: Settings,
  run: History,
  view: ListFilter,
}
const PAGE_LINES = 8

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
        <Dialog.Backdrop className="backdrop fixed inset-0 z-30 bg-[var(--shade)]" />
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

interface FinderProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onDone: () => void
}

function Finder({ input, onDone }: FinderProps): ReactNode {
  const finding = useFinding()
  const { query, groups, lines, at } = finding
  const list = useId()
  const scroller = useRef<HTMLDivElement>(null)
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
  return (
    <>
      <Field input={input} list={list} finding={finding} onEnter={() => choose(lines[at])} />
      <p role="status" className="sr-only">
        {query.trim() === '' ? '' : PALETTE.found(lines.length)}
      </p>
      {lines.length === 0 && <Nothing query={query} />}
      <div
        ref={scroller}
        id={list}
        role="listbox"
        aria-label={PALETTE.title}
        className={`min-h-0 overflow-y-auto ${lines.length > 0 ? 'p-1.5' : ''}`}
      >
        {groups.map((group) => (
          <GroupLines key={group.title ?? 'found'} {...{ group, list, finding }} onChoose={choose} />
        ))}
      </div>
    </>
  )
}

const Nothing = ({ query }: { query: string }): ReactNode => (
  <div className="px-6 py-8 text-center">
    <p className="text-13 font-medium">{PALETTE.none(query.trim())}</p>
    <p className="mt-0.5 text-12 text-ink-3">{PALETTE.noneHelp}</p>
  </div>
)

function Field({
  input,
  list,
  finding: { query, setQuery, lines, at, point },
  onEnter,
}: {
  input: FinderProps['input']
  list: string // the id of the list
  finding: Finding
  onEnter: () => void
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const last = lines.length - 1
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE_LINES),
      PageUp: Math.max(0, at - PAGE_LINES),
    }[event.key]
    if (to !== undefined) point(Math.max(0, to))
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  return (
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
        onChange={(e) => setQuery(e.target.value)}
      />
      <Kbd keys="Esc" className="text-ink-2" />
    </label>
  )
}

function GroupLines({
  group: { title, entries },
  list,
  finding: { lines, at, point },
  onChoose,
}: {
  group: Group
  list: string
  finding: Finding
  onChoose: (entry: Entry) => void
}): ReactNode {
  const from = entries[0] === undefined ? 0 : lines.indexOf(entries[0])
  return (
    <div role="group" aria-label={title ?? PALETTE.title}>
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
          onPoint={() => point(from + i)}
          onChoose={() => onChoose(entry)}
        />
      ))}
    </div>
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
