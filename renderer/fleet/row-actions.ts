import type { Alert } from '../../shared/alert.ts'
import type { OpenerView, OpenIn } from '../../shared/answers/threads.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { HOUR } from '../../shared/time.ts'
import type { Actions } from '../actions.tsx'
import { FLEET } from '../copy/fleet.ts'
import { navigate, runPath, threadPath } from '../navigation.ts'
import type { Deeds } from './deeds.tsx'

const { menu } = FLEET

export interface RowParts {
  readonly thread: ThreadView
  readonly alerts: readonly Alert[] // open ones of this thread
  readonly actions: Actions
  readonly deeds: Deeds
  readonly chooseTier: (thread: ThreadView) => void
  readonly tag: (thread: ThreadView) => void
}
export interface RowEntry {
  readonly label: string
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
  /** Further ways to do it: other editors, other terminals. */
  readonly others?: readonly { readonly label: string; readonly run: () => void }[]
}

/** What can be done to a thread, in groups: the menu of its row. Each key does the same without the menu. */
export function rowEntries(parts: RowParts, openers: readonly OpenerView[]): readonly (readonly RowEntry[])[] {
  const { thread, alerts, actions, deeds, chooseTier, tag } = parts
  const open = (what: OpenIn, keys: string, words: (name: string) => string, none: string): RowEntry => {
    const [first, ...others] = openers.filter((o) => o.what === what)
    if (first === undefined) return { label: none, keys, disabled: true, run: () => undefined }
    return { label: words(first.name), keys, run: () => deeds.openIn(thread, what), others: others.map((o) => ({ label: words(o.name), run: () => deeds.openIn(thread, what, o.key) })) }
  }
  return [
    [
      { label: menu.open, keys: 'Enter', run: () => navigate(threadPath(thread.id)) },
      { label: thread.running === null ? menu.beat : menu.watch, keys: 'B', disabled: !thread.trusted, run: () => actions.beat(thread) },
      { label: menu.chooseTier, keys: 'Shift+B', disabled: !thread.trusted, run: () => chooseTier(thread) },
      ...(thread.last === null ? [] : [{ label: menu.lastRun, run: () => thread.last !== null && navigate(runPath(thread.last.runId)) }]),
    ],
    [
      ...(thread.pause === null ? [{ label: menu.pause, keys: 'P', run: () => actions.pause(thread, 'open') }, { label: menu.pauseHour, run: () => actions.pause(thread, 'hour') }] : [{ label: menu.resume, keys: 'P', run: () => actions.resume(thread) }]),
      { label: menu.acknowledge, keys: 'A', disabled: alerts.length === 0, run: () => actions.acknowledge(alerts.map((a) => a.id)) },
      { label: menu.snooze, keys: 'S', disabled: alerts.length === 0, run: () => snooze(parts) },
    ],
    [
      { label: menu.edit, keys: 'E', run: () => navigate(threadPath(thread.id, 'file')) },
      open('editor', 'O', menu.editor, menu.noEditor),
      open('terminal', 'T', menu.terminal, menu.noTerminal),
      open('files', 'F', menu.files, menu.files('the file manager')),
      { label: menu.remote, keys: 'Shift+G', disabled: !thread.trusted, run: () => deeds.openIn(thread, 'remote') },
    ],
    [
      { label: thread.pinned ? menu.unpin : menu.pin, keys: 'Shift+P', run: () => deeds.pin(thread) },
      { label: menu.tags, run: () => tag(thread) },
      { label: menu.remove, danger: true, run: () => void actions.remove(thread) },
    ],
  ]
}

const snooze = ({ alerts, actions }: RowParts): void => {
  if (alerts.length > 0) actions.snooze(alerts.map((a) => a.id), Date.now() + HOUR, 'for 1 hour')
}

/** Keys of a row; true: taken. */
export function rowKey(key: string, shift: boolean, parts: RowParts): boolean {
  const { thread, alerts, actions, deeds } = parts
  switch (shift ? `Shift+${key.toLowerCase()}` : key.toLowerCase()) {
    case 'enter': navigate(threadPath(thread.id)); return true
    case 'b': actions.beat(thread); return true
    case 'Shift+b': parts.chooseTier(thread); return true
    case 'p': if (thread.pause === null) actions.pause(thread, 'open'); else actions.resume(thread); return true
    case 'Shift+p': deeds.pin(thread); return true
    case 'a': actions.acknowledge(alerts.map((a) => a.id)); return true
    case 's': snooze(parts); return true
    case 'e': navigate(threadPath(thread.id, 'file')); return true
    case 'o': deeds.openIn(thread, 'editor'); return true
    case 't': deeds.openIn(thread, 'terminal'); return true
    case 'f': deeds.openIn(thread, 'files'); return true
    case 'Shift+g': deeds.openIn(thread, 'remote'); return true // G alone begins "go to"
    default: return false
  }
}
