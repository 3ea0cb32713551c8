import type { RunId } from '../../shared/base/ids.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { DEED_ROWS, SECTION_WORDS, type SettingSection } from '../../shared/settings/setting-rows.ts'
import { STATE_WORD } from '../../shared/views/words.ts'
import type { AppContext } from '../client/bridge.ts'
import { useUi } from '../client/ui-state.ts'
import { SETTINGS_HERE } from '../client/settings-here.ts'
import { PALETTE } from './copy.ts'
import { navigate, PLACES, runPath, threadPath, viewPath } from '../client/navigation.ts'
import { EVERYWHERE, PLACE_COMMANDS, type AppCommand } from '../commands/app-commands.ts'
import { FOUND_COMMANDS } from '../commands/thread-commands.ts'

export type EntryKind = keyof typeof PALETTE.kinds

/** One line of the palette. */
export interface Entry {
  readonly id: string // stable, so that it is known again as recent
  readonly kind: EntryKind
  readonly title: string
  /** By which it is found besides its title. */
  readonly words: string
  readonly keys?: string
  /** What it is like now, at the right. */
  readonly hint?: string
  readonly run: () => void
}

/**
 * All that can be found, what is wanted most first: places, actions, threads, what can be done with each,
 * views, runs. Cheap at 500 threads: no text is searched here.
 */
export function entriesOf(app: AppContext, fleet: FleetView, threads: Iterable<ThreadView>): Entry[] {
  const all = [...threads]
  return [
    ...commandEntries(app),
    ...machineEntries(fleet.others),
    ...fleet.settings.views.map(viewEntry),
    ...all.map(threadEntry),
    ...SETTINGS,
    ...all.flatMap((t) => threadActions(app, t)),
  ]
}

function commandEntries(app: AppContext): Entry[] {
  const entry = (command: AppCommand, kind: EntryKind): Entry[] => {
    const { id, title, keys, words = '', unlisted, enabled, run } = command
    if (unlisted === true || enabled?.(app) === false) return []
    return [{ id, kind, title, words, ...firstKey(keys), run: () => void run(app) }]
  }
  return [
    ...EVERYWHERE.flatMap((command) => entry(command, 'action')),
    ...PLACE_COMMANDS.flatMap((command) => entry(command, 'place')),
  ]
}
/** Whose pages are shown; none where no hub was joined. */
function machineEntries(others: FleetView['others']): Entry[] {
  if (others === null) return []
  const entry = (id: string, title: string, word: string, hint?: string): Entry => ({
    id: `machine:${id}`,
    kind: 'place',
    title,
    words: PALETTE.search.machine(word),
    ...(hint !== undefined && { hint }),
    run: () => useUi.getState().showMachine(id),
  })
  return [
    entry('here', PALETTE.machine.here, others.here.name),
    entry('all', PALETTE.machine.all, ''),
    ...others.machines.map(({ id, name, state }) => entry(id, PALETTE.machine.one(name), name, state)),
  ]
}
const firstKey = (keys: readonly string[]): { readonly keys?: string } =>
  keys[0] === undefined ? {} : { keys: keys[0] }

/** Each leads to its part of Settings, where it is changed. */
const SETTINGS: readonly Entry[] = [
  ...SETTINGS_HERE.map((row) => ({ ...row, id: row.key })),
  ...DEED_ROWS,
].map(({ id, section, label, words }) => ({
  id: `setting:${id}`,
  kind: 'setting',
  title: label,
  words: PALETTE.search.setting(words),
  hint: SECTION_WORDS[section],
  run: () => navigate(sectionPath(section)),
}))
const sectionPath = (section: SettingSection): string =>
  section === 'agents' ? PLACES.agents : `${PLACES.settings}/${section}`

const viewEntry = ({ name, query }: FleetView['settings']['views'][number]): Entry => ({
  id: `view:${name}`,
  kind: 'view',
  title: name,
  words: PALETTE.search.view(query),
  run: () => navigate(viewPath(query)),
})
const threadEntry = (t: ThreadView): Entry => ({
  id: `thread:${t.id}`,
  kind: 'thread',
  title: t.name,
  words: PALETTE.search.thread(t.number, t.repoPath),
  hint: STATE_WORD[t.state],
  run: () => navigate(threadPath(t.id)),
})

function threadActions(app: AppContext, thread: ThreadView): Entry[] {
  return FOUND_COMMANDS.flatMap((command): Entry[] => {
    if (command.needsTrust === true && !thread.trusted) return []
    const found = command.found?.(thread) ?? null
    if (found === null) return []
    return [
      {
        id: `${command.id}:${thread.id}`,
        kind: found.kind ?? 'action',
        title: found.title,
        words: found.words,
        ...firstKey(command.keys),
        run: () => void command.run(app, thread),
      },
    ]
  })
}

/** A run by its whole id, which need not be among what the window knows; null: the text is no id. */
export function runEntry(query: string): Entry | null {
  const id = /^run_[A-Za-z0-9_]{1,60}$/.exec(query.trim())?.[0]
  return id === undefined
    ? null
    : {
        id: `run:${id}`,
        kind: 'run',
        title: PALETTE.run(id),
        words: '',
        run: () => navigate(runPath(id as RunId)),
      }
}
