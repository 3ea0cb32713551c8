import { FolderOpen } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import type { ScanMessage } from '../../shared/api.ts'
import { plural } from '../../shared/words.ts'
import { attempt, messageOf } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { span, useMinute } from '../time.ts'
import { useUi } from '../ui-state.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Checkbox, inputClass } from './field.tsx'

const PRESELECTED = 5
type Found = Extract<ScanMessage, { kind: 'found' }>
type Scan = { readonly state: 'none' } | { readonly state: 'scanning'; readonly folders: number; readonly at: string } | { readonly state: 'done'; readonly done: Extract<ScanMessage, { kind: 'done' }> | null }

export function AddRepositories(): ReactNode {
  const { open, scan } = useUi((s) => s.adding)
  const close = useUi((s) => s.closeAdding)
  // Closing throws the search away with its results.
  return open ? <AddDialog chooseFirst={scan} onClose={close} /> : null
}

function AddDialog({ chooseFirst, onClose }: { chooseFirst: boolean; onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const [path, setPath] = useState('')
  const [scan, setScan] = useState<Scan>({ state: 'none' })
  const [found, setFound] = useState<readonly Found[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [trust, setTrust] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const cancel = useRef<AbortController | null>(null)

  const look = async (roots: readonly string[]): Promise<void> => {
    if (roots.length === 0) return
    cancel.current?.abort()
    const own = (cancel.current = new AbortController())
    setProblem(null)
    setScan({ state: 'scanning', folders: 0, at: roots[0] ?? '' })
    const list: Found[] = []
    let done: Extract<ScanMessage, { kind: 'done' }> | null = null
    try {
      for await (const message of await client.threads.scan({ roots: [...roots] }, { signal: own.signal })) {
        if (message.kind === 'progress') setScan({ state: 'scanning', folders: message.folders, at: message.at })
        else if (message.kind === 'found') {
          list.push(message)
          setFound(list.toSorted((a, b) => b.lastChangedAt - a.lastChangedAt))
        } else done = message
      }
    } catch (cause) {
      if (!own.signal.aborted) setProblem(messageOf(cause))
    }
    if (cancel.current !== own) return
    setScan({ state: 'done', done })
    const recent = list.filter((f) => !f.alreadyAdded).sort((a, b) => b.lastChangedAt - a.lastChangedAt)
    setChosen(new Set(recent.slice(0, PRESELECTED).map((f) => f.path)))
  }
  const choose = async (): Promise<void> => {
    try {
      await look(await client.shell.chooseFolders())
    } catch (cause) {
      setProblem(`${messageOf(cause)} Type the folder’s path instead.`)
    }
  }
  const onOpen = useEffectEvent(() => {
    if (chooseFirst) void choose()
  })
  useEffect(() => {
    const timer = setTimeout(() => onOpen()) // the dialog is there first, then the system's
    return () => clearTimeout(timer)
  }, [])
  const add = async (): Promise<void> => {
    setAdding(true)
    const result = await attempt(client.threads.add({ paths: [...chosen], trust }))
    setAdding(false)
    if (result === null) return
    if (result.added.length > 0) toast(`${plural(result.added.length, 'thread')} added.${trust ? ' First beats come with the schedule.' : ''}`)
    if (result.rejected.length === 0) return onClose()
    setProblem(result.rejected.map((r) => `${r.path}: ${r.why}`).join('\n'))
    setChosen(new Set())
  }
  const close = (): void => {
    cancel.current?.abort()
    onClose()
  }

  const isScanning = scan.state === 'scanning'
  return (
    <Dialog
      open onClose={close} title="Add repositories" width={620} description="Choose folders. Repositories are looked for in them, three levels deep; nothing in them is run."
      footer={
        <>
          <span className="flex-1 text-12 text-ink-3">{chosen.size > 0 && `${chosen.size} chosen`}</span>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" disabled={chosen.size === 0 || isScanning || isAdding} onClick={() => void add()}>Add {chosen.size > 0 ? plural(chosen.size, 'repository', 'repositories') : ''}</Button>
        </>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void look([path.trim()].filter(Boolean))
        }}
      >
        <input className={`${inputClass} flex-1 font-mono text-12`} aria-label="Path of a folder" placeholder="Path of a folder, for example ~/src" value={path} spellCheck={false} autoFocus onChange={(e) => setPath(e.target.value)} />
        <Button type="submit" disabled={path.trim() === ''}>Look here</Button>
        <Button onClick={() => void choose()}><FolderOpen size={15} /> Choose…</Button>
      </form>
      {problem !== null && <p role="alert" className="selectable mt-2 text-12 whitespace-pre-line text-urgent">{problem}</p>}
      {isScanning && (
        <div role="status" className="mt-3 flex items-center gap-3 text-12 text-ink-3">
          <span className="shrink-0">{plural(scan.folders, 'folder')} looked at, {plural(found.length, 'repository', 'repositories')} found</span>
          <span className="min-w-0 flex-1 truncate font-mono">{scan.at}</span>
          <Button size="s" onClick={() => cancel.current?.abort()}>Stop looking</Button>
        </div>
      )}
      {scan.state === 'done' && (
        <p role="status" className="mt-3 text-12 text-ink-3">
          {found.length === 0 ? 'No git repository was found there.' : `${plural(found.length, 'repository', 'repositories')} found, newest first.`}
          {scan.done === null && ' Stopped early.'}
          {scan.done?.limited && ' There are more; choose a folder closer to them.'}
          {scan.done !== null && scan.done.unreadable > 0 && ` ${plural(scan.done.unreadable, 'folder')} could not be read.`}
        </p>
      )}
      {found.length > 0 && <FoundList found={found} chosen={chosen} onChange={setChosen} />}
      {found.length > 0 && (
        <label className="mt-3 flex items-start gap-3 rounded-control border border-line bg-canvas px-3 py-2.5">
          <span className="pt-0.5"><Checkbox label="Trust these repositories" checked={trust} onChange={setTrust} /></span>
          <span className="text-12 text-ink-2"><strong className="block text-13 font-medium text-ink">Trust these repositories</strong>Threadbeat may read them and run its own look-only git checks. Commands in HEARTBEAT.md still need your approval one by one. Without trust, nothing of them is read or run.</span>
        </label>
      )}
    </Dialog>
  )
}

function FoundList({ found, chosen, onChange }: { found: readonly Found[]; chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }): ReactNode {
  const free = found.filter((f) => !f.alreadyAdded)
  const isAll = free.length > 0 && free.every((f) => chosen.has(f.path))
  const now = useMinute()
  return (
    <div className="mt-2 max-h-72 overflow-y-auto rounded-control border border-line">
      <label className="sticky top-0 z-10 flex h-8 items-center gap-3 border-b border-line bg-surface px-3 text-12 text-ink-3">
        <Checkbox label="Choose all" checked={isAll} onChange={(on) => onChange(new Set(on ? free.map((f) => f.path) : []))} /> Choose all {free.length}
      </label>
      {found.map((f) => (
        <label key={f.path} className={`flex h-10 items-center gap-3 border-b border-line px-3 last:border-b-0 ${f.alreadyAdded ? 'opacity-60' : 'hover:bg-hover'}`}>
          <Checkbox label={f.name} checked={f.alreadyAdded || chosen.has(f.path)} disabled={f.alreadyAdded} onChange={(on) => onChange(on ? new Set([...chosen, f.path]) : new Set([...chosen].filter((p) => p !== f.path)))} />
          <span className="text-13 font-medium">{f.name}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-11 text-ink-3">{f.path}</span>
          <span className="shrink-0 text-12 text-ink-3">{f.alreadyAdded ? 'already a thread' : `${span(now - f.lastChangedAt)} ago`}</span>
        </label>
      ))}
    </div>
  )
}
