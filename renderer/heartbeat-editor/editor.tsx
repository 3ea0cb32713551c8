import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, type ReactNode } from 'react'
import type { DocView } from '../../shared/api.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { plural } from '../../shared/words.ts'
import { messageOf } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { confirm } from '../components/dialog.tsx'
import { Banner, Empty, Skeleton } from '../components/parts.tsx'
import { guardLeaving } from '../navigation.ts'
import { ConflictView } from './conflict.tsx'
import { isUnsaved, maySave, nextEditorState, openEditor, statusWord, type EditorState } from './editor-state.ts'
import { problemsOf } from './problems.ts'
import { Source, type SourceHandle } from './source.tsx'

const AUTOSAVE_MS = 800
const LOOK_AGAIN_MS = 4000 // a change that touches no task changes nothing in the live view
const MAX_EDIT_CHARS = 1_000_000

export function HeartbeatEditor({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const doc = useQuery(api.doc.read.queryOptions({ input: { id: thread.id }, staleTime: 0, refetchInterval: LOOK_AGAIN_MS, enabled: thread.trusted }))
  if (!thread.trusted) return <Empty title="Not read yet." text="HEARTBEAT.md is read once you trust this repository." />
  if (doc.isError && doc.data === undefined) return <Empty title="HEARTBEAT.md cannot be read." text={messageOf(doc.error)} actions={<Button onClick={() => void doc.refetch()}>Try again</Button>} />
  if (doc.data === undefined) return <Skeleton rows={10} height={32} />
  const unreadable = doc.data.encoding === 'binary' ? 'This file is not text in UTF-8, so it is shown as it is and cannot be edited here. No byte of it is touched.' : doc.data.text.length > MAX_EDIT_CHARS ? 'This file is too large to edit here. Open it in your own editor.' : null
  if (unreadable !== null) {
    return (
      <>
        <Banner tone="grey">{unreadable}</Banner>
        <div className="min-h-80 flex-1 overflow-hidden rounded-card border border-line"><Source text={doc.data.text} readOnly lint={false} label="HEARTBEAT.md, read-only" /></div>
      </>
    )
  }
  return <Editing thread={thread} doc={doc.data} />
}

function Editing({ thread, doc }: { thread: ThreadView; doc: DocView }): ReactNode {
  const { client, api, queries } = useBridge()
  const [state, tell] = useReducer(nextEditorState, doc.text, openEditor)
  const source = useRef<SourceHandle>(null)
  const now = useRef<EditorState>(state)
  useLayoutEffect(() => {
    now.current = state
  }, [state])

  const save = useCallback(
    async (force = false): Promise<void> => {
      const { text, base } = now.current
      if (!force && !maySave(now.current)) return
      tell({ kind: 'save-started', text })
      const { queryKey } = api.doc.read.queryOptions({ input: { id: thread.id } })
      try {
        const result = await client.doc.save({ id: thread.id, text, base })
        // A reading that began before the save would bring the old text back.
        await queries.cancelQueries({ queryKey })
        const isUntouched = now.current.text === text
        tell({ kind: 'save-ended', result })
        if (result.state !== 'conflict') {
          if (isUntouched) source.current?.replace(result.text)
          queries.setQueryData(queryKey, (doc) => doc && { ...doc, text: result.text, version: result.version, exists: true })
        }
        void queries.invalidateQueries({ queryKey })
      } catch (cause) {
        tell({ kind: 'save-failed', message: messageOf(cause) })
      }
    },
    [client, api, queries, thread.id],
  )

  // Taken in place while clean; while there is unsaved text the next save merges it.
  useEffect(() => {
    const takes = doc.text !== now.current.base && !isUnsaved(now.current)
    tell({ kind: 'read', text: doc.text })
    if (takes) source.current?.replace(doc.text)
  }, [doc.text])

  useEffect(() => {
    if (!maySave(state) || state.failure !== null) return
    const timer = setTimeout(() => void save(), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [state, save])

  const unsaved = isUnsaved(state)
  useEffect(() => {
    if (!unsaved) return
    const mayLeave = async (): Promise<boolean> => {
      if (maySave(now.current)) await save()
      await nextFrame()
      if (!isUnsaved(now.current)) return true
      return confirm({ title: 'Leave without saving?', text: 'Your changes to HEARTBEAT.md are not in the file yet.', yes: 'Leave and lose them', no: 'Stay', danger: true })
    }
    // The shell asks in its own words while the window stays; meanwhile what can be saved is saved.
    const warn = (event: BeforeUnloadEvent): void => {
      event.preventDefault()
      void save()
    }
    addEventListener('beforeunload', warn)
    const release = guardLeaving(mayLeave)
    return () => {
      removeEventListener('beforeunload', warn)
      release()
    }
  }, [unsaved, save])
  // Another tab of this page: the text goes to the file, not to the void.
  useEffect(() => () => void save(), [save])

  return (
    <div className="flex min-h-105 flex-1 flex-col">
      <Status state={state} doc={doc} thread={thread} onSave={() => void save(true)} />
      {state.conflict !== null ? (
        <ConflictView
          conflict={state.conflict}
          onSettle={(text) => {
            tell({ kind: 'settled', text })
            now.current = nextEditorState(now.current, { kind: 'settled', text })
            void save()
          }}
        />
      ) : (
        <>
          <div className="relative min-h-80 flex-1 overflow-hidden rounded-card border border-line">
            <div className="absolute inset-0">
              <Source
                ref={source} text={state.text} readOnly={false} label="HEARTBEAT.md" onBlur={() => void save()} onSave={() => void save()}
                onChange={(text) => tell({ kind: 'typed', text })}
              />
            </div>
          </div>
          <Problems text={state.text} onShow={(line) => source.current?.showLine(line)} />
        </>
      )}
    </div>
  )
}

/** After it, what was told to the reducer is in `now`. */
const nextFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

function Status({ state, doc, thread, onSave }: { state: EditorState; doc: DocView; thread: ThreadView; onSave: () => void }): ReactNode {
  const word = doc.exists || isUnsaved(state) ? statusWord(state) : 'not written yet'
  const isCalm = word === 'saved' || word === 'saving…' || word === 'not written yet'
  return (
    <>
      <div className="mb-2 flex items-center gap-3 text-12 text-ink-3">
        <span role="status" aria-live="polite" className={`font-medium ${isCalm ? 'text-ink-2' : word === 'conflict — not saved' ? 'text-urgent' : word === 'not saved' ? 'text-alert' : 'text-accent'}`}>{word}</span>
        <span>{(new Blob([state.text]).size / 1000).toFixed(1)} kB</span>
        <span>{plural(doc.doc.tasks.length, 'task')}</span>
        {thread.running !== null && <span className="text-accent">A beat is using this file. You can type on; both are merged.</span>}
        {state.failure !== null && <span role="alert" className="text-urgent">Not saved: {state.failure} <Button size="s" onClick={onSave}>Try again</Button></span>}
      </div>
      {!doc.exists && (
        <Banner tone="grey" icon={<Info size={16} />} action={<Button size="s" look="primary" onClick={onSave}>Create now</Button>}>
          There is no HEARTBEAT.md yet. This template, fitted to the repository, will be written at the first beat.
        </Banner>
      )}
      {doc.tracked && <Banner tone="grey" icon={<Info size={16} />}>git tracks this file, so Threadbeat never writes its own ticks and times into it; they are kept in the app. What you type here is saved as usual.</Banner>}
    </>
  )
}

const ICON = { error: <CircleAlert size={14} className="text-urgent" />, warning: <TriangleAlert size={14} className="text-alert" />, info: <Info size={14} className="text-ink-3" /> }

function Problems({ text, onShow }: { text: string; onShow: (line: number) => void }): ReactNode {
  const problems = useMemo(() => problemsOf(text), [text])
  if (problems.length === 0) return <p className="mt-2 text-12 text-ink-3">No problems found.</p>
  return (
    <section aria-label="Problems" className="mt-2">
      <h2 className="mb-1 text-12 font-medium text-ink-2">{plural(problems.length, 'problem')}</h2>
      <ul className="max-h-32 overflow-y-auto rounded-card border border-line bg-surface">
        {problems.map((p) => (
          <li key={`${p.line}${p.code}${p.message}`}>
            <button type="button" onClick={() => onShow(p.line)} className="flex w-full items-start gap-2 px-3 py-1.5 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2">
              <span className="mt-0.5">{ICON[p.severity]}</span>
              <span className="w-14 shrink-0 text-ink-3">line {p.line}</span>
              <span><span className="text-ink">{p.message}</span> <span className="text-ink-3">{p.hint}</span></span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
