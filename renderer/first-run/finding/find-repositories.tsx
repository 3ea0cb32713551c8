import { FolderOpen } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { FINDER as COPY } from './copy.ts'
import { FolderPath } from '../../kit/text/folder-path.tsx'
import { useDropped } from '../../client/dropped.ts'
import { span, useMinute } from '../../kit/time.ts'
import type { Finder, Found, UseFinder } from './finder.ts'

/** Where to look, what was found there, and what of it is wanted. */
export function FindRepositories({
  finder,
  autoFocus = false,
}: {
  finder: UseFinder
  autoFocus?: boolean
}): ReactNode {
  const { client } = useBridge()
  const finding = finder()
  const { path, found, chosen, problem, setPath, choose, look, ask } = finding
  const { isOver, ...drop } = useDrop((paths) => void look(client, paths))
  return (
    <div
      {...drop}
      className={`relative rounded-control ${isOver ? 'outline-2 outline-offset-4 outline-accent' : ''}`}
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void look(client, [path.trim()].filter(Boolean))
        }}
      >
        <input
          className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
          aria-label={COPY.path}
          placeholder={COPY.pathHint}
          value={path}
          spellCheck={false}
          autoFocus={autoFocus}
          onChange={(e) => setPath(e.target.value)}
        />
        <Button type="submit" disabled={path.trim() === ''}>
          {COPY.look}
        </Button>
        <Button onClick={() => void ask(client)}>
          <FolderOpen size={15} /> Choose…
        </Button>
      </form>
      {problem !== null && (
        <p role="alert" className="selectable mt-2 text-12 whitespace-pre-line text-urgent">
          {problem}
        </p>
      )}
      <ScanLine finder={finding} />
      {found.length > 0 && <FoundList found={found} chosen={chosen} onChange={choose} />}
    </div>
  )
}

function ScanLine({ finder: { scan, found, preselected, stop } }: { finder: Finder }): ReactNode {
  return (
    <>
      {scan.state === 'scanning' && (
        <div role="status" className="mt-3 flex items-center gap-3 text-12 text-ink-3">
          <span className="shrink-0">{COPY.progress(scan.folders, found.length)}</span>
          <span className="min-w-0 flex-1 truncate font-mono">{scan.at}</span>
          <Button size="s" onClick={stop}>
            {COPY.stop}
          </Button>
        </div>
      )}
      {scan.state === 'done' && (
        <p role="status" className="mt-3 text-12 text-ink-3">
          {COPY.found(found.length)}
          {preselected > 0 &&
            ` ${COPY.preselected(preselected, found.filter((f) => !f.alreadyAdded).length)}`}
          {scan.done === null && ` ${COPY.stopped}`}
          {scan.done?.limited && ` ${COPY.limited}`}
          {scan.done !== null && scan.done.unreadable > 0 && ` ${COPY.unreadable(scan.done.unreadable)}`}
        </p>
      )}
    </>
  )
}

function useDrop(onPaths: (paths: readonly string[]) => void): {
  isOver: boolean
  onDragOver: (e: DragEvent) => void
  onDragLeave: () => void
  onDrop: (e: DragEvent) => void
} {
  const [isOver, setOver] = useState(false)
  useDropped(onPaths)
  return {
    isOver,
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      event.preventDefault()
      setOver(false)
    },
  }
}

function FoundList({
  found,
  chosen,
  onChange,
}: {
  found: readonly Found[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}): ReactNode {
  const free = found.filter((f) => !f.alreadyAdded)
  const isAll = free.length > 0 && free.every((f) => chosen.has(f.path))
  const now = useMinute()
  return (
    <div
      className="mt-2 overflow-hidden rounded-control border border-line"
      aria-label={COPY.picked(chosen.size)}
      role="group"
    >
      <div className="flex h-8 items-center border-b border-line bg-surface px-3 text-12 text-ink-3">
        <label className="flex h-full flex-1 items-center gap-3">
          <Checkbox
            label={COPY.all}
            checked={isAll}
            onChange={(on) => onChange(new Set(on ? free.map((f) => f.path) : []))}
          />{' '}
          {COPY.allOf(free.length)}
        </label>
        <span aria-hidden>{COPY.lastWrite}</span>
      </div>
      {/* It scrolls below its head: nothing lies over a row that can be clicked. */}
      <div className="max-h-64 overflow-y-auto" tabIndex={free.length === 0 ? 0 : undefined}>
        {found.map((f) => (
          <label
            key={f.path}
            className={
              'flex h-10 items-center gap-3 border-b border-line px-3 last:border-b-0 ' +
              `${f.alreadyAdded ? 'text-ink-3' : 'hover:bg-hover'}`
            }
          >
            <Checkbox
              label={f.name}
              checked={f.alreadyAdded || chosen.has(f.path)}
              disabled={f.alreadyAdded}
              onChange={(on) =>
                onChange(on ? new Set([...chosen, f.path]) : new Set([...chosen].filter((p) => p !== f.path)))
              }
            />
            <span className="text-13 font-medium">{f.name}</span>
            <span className="min-w-0 flex-1 font-mono text-11 text-ink-3">
              <FolderPath path={f.path} />
            </span>
            <span className="shrink-0 text-12 text-ink-3" title={f.alreadyAdded ? undefined : COPY.lastWrite}>
              {f.alreadyAdded ? COPY.already : `${span(now - f.lastChangedAt)} ago`}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
