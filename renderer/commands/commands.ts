import type { SettingsChange } from '../../shared/settings/settings.ts'
import { HOUR } from '../../shared/base/time.ts'
import { ZOOM, zoomed } from '../../shared/settings/zoom.ts'
import { actionsOver } from './actions.tsx'
import { attempt } from '../client/attempt.ts'
import type { AppContext } from '../client/bridge.ts'
import { COMMAND_COPY } from './copy.ts'
import { PAGE_DEEDS, ROW_KEYS } from './row-keys.ts'
import { INBOX_KEYS } from './inbox-keys.ts'
import { navigate, PLACES, tabKeys, THREAD_TABS } from '../client/navigation.ts'
import { tomorrowAtNine } from '../kit/time.ts'
import { useUi } from '../client/ui-state.ts'

const { groups } = COMMAND_COPY

/** Where a key acts: everywhere in the window, or where the part that it belongs to has the focus. */
export const COMMAND_GROUPS = [
  groups.everywhere,
  groups.places,
  groups.fleet,
  groups.inbox,
  groups.thread,
  groups.strip,
  groups.ahead,
] as const
type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly id: string
  readonly title: string
  readonly group: CommandGroup
  /** "Mod+Shift+B", "G T" one after the other, "?"; the first is shown beside the command. */
  readonly keys: readonly string[]
  /** Further words by which the palette finds it. */
  readonly words?: string
  /** Absent: only the part with the focus can do it, and hears the keys itself. */
  readonly run?: (bridge: AppContext) => void
  /** Not offered in the palette, which is open already, or where it would mean nothing. */
  readonly unlisted?: true
}

const go = (place: keyof typeof COMMAND_COPY.places, keys: readonly string[]): Command => ({
  id: `go.${place}`,
  title: COMMAND_COPY.places[place].title,
  group: groups.places,
  keys,
  words: COMMAND_COPY.placeWords(COMMAND_COPY.places[place].words),
  run: () => navigate(PLACES[place]),
})
type Named = Pick<Command, 'id' | 'title' | 'group' | 'words'>
const named = (id: keyof typeof COMMAND_COPY.commands): Named => ({
  id,
  group: groups.everywhere,
  ...COMMAND_COPY.commands[id],
})
/**
 * A setting is changed, and what came of it is said. The change is worked out when it is asked for: some
 * begin now.
 */
const set = (id: keyof typeof COMMAND_COPY.changes, change: () => SettingsChange): Command => {
  const { title, words, said } = COMMAND_COPY.changes[id]
  return {
    id,
    title,
    group: groups.everywhere,
    keys: [],
    words,
    run: (bridge) => void attempt(bridge.client.settings.change(change()), said),
  }
}
const zoom = (bridge: AppContext, by: number | null): void => {
  const now = bridge.live.getState().fleet?.settings.zoomPercent ?? ZOOM.usual
  const zoomPercent = zoomed(now, by)
  if (zoomPercent === now) return
  // Shown at once: the next key counts from here, however soon it comes.
  const show = (percent: number): void =>
    bridge.live.setState(({ fleet }) =>
      fleet === null ? {} : { fleet: { ...fleet, settings: { ...fleet.settings, zoomPercent: percent } } },
    )
  show(zoomPercent)
  void attempt(bridge.client.settings.change({ zoomPercent })).then((done) => done === null && show(now))
}

const part = (group: CommandGroup, entries: readonly (readonly [string, string])[]): Command[] =>
  entries.map(([keys, title]) => ({ id: `${group}.${title}`, title, group, keys: [keys] }))

/**
 * Every shortcut there is, once: the window listens by this list, the palette offers it, and `?` shows it.
 */
export const COMMANDS: readonly Command[] = [
  {
    ...named('palette'),
    keys: ['Mod+K'],
    unlisted: true,
    run: () => useUi.getState().showPalette(!useUi.getState().palette),
  },
  { ...named('shortcuts'), keys: ['?'], unlisted: true, run: () => useUi.getState().showShortcuts(true) },
  { ...named('shortcuts.show'), keys: [], run: () => useUi.getState().showShortcuts(true) },
  { ...named('add'), keys: ['Mod+N'], run: () => useUi.getState().openAdding() },
  { ...named('beat.due'), keys: ['Mod+Shift+B'], run: (bridge) => actionsOver(bridge).beatAllDue() },
  { ...named('stop.all'), keys: ['Mod+Shift+.'], run: (bridge) => void actionsOver(bridge).stopAll() },
  { ...named('find.all'), keys: ['Mod+Shift+F'], run: () => useUi.getState().showFinding(true) },
  { ...named('back'), keys: ['Mod+['], unlisted: true, run: () => history.back() },
  { ...named('forward'), keys: ['Mod+]'], unlisted: true, run: () => history.forward() },
  { ...named('zoom.in'), keys: ['Mod+Plus', 'Mod+='], run: (bridge) => zoom(bridge, ZOOM.step) },
  { ...named('zoom.out'), keys: ['Mod+-'], run: (bridge) => zoom(bridge, -ZOOM.step) },
  { ...named('zoom.reset'), keys: ['Mod+0'], run: (bridge) => zoom(bridge, null) },
  { ...named('pause.all'), keys: [], run: (bridge) => actionsOver(bridge).pause(null, 'open') },
  { ...named('pause.hour'), keys: [], run: (bridge) => actionsOver(bridge).pause(null, 'hour') },
  { ...named('resume.all'), keys: [], run: (bridge) => actionsOver(bridge).resume(null) },
  set('mute.hour', () => ({ mutedUntil: Date.now() + HOUR })),
  set('mute.tomorrow', () => ({ mutedUntil: tomorrowAtNine(Date.now()) })),
  set('unmute', () => ({ mutedUntil: null })),
  set('theme.light', () => ({ theme: 'light' })),
  set('theme.dark', () => ({ theme: 'dark' })),
  set('theme.system', () => ({ theme: 'system' })),
  set('contrast.more', () => ({ contrast: 'more' })),
  set('contrast.system', () => ({ contrast: 'system' })),
  set('density.compact', () => ({ density: 'compact' })),
  set('density.comfortable', () => ({ density: 'comfortable' })),

  go('today', ['Mod+1', 'G T']),
  go('threads', ['Mod+2', 'G R']),
  go('inbox', ['Mod+3', 'G I']),
  go('history', ['Mod+4', 'G H']),
  go('queue', ['Mod+5', 'G Q']),
  go('jobs', ['G J']),
  go('ahead', ['G A']),
  go('pollination', ['Mod+6', 'G P']),
  go('settings', ['Mod+7', 'Mod+,', 'G S']),
  go('agents', ['G E']),
  go('firstRun', ['G F']),

  ...part(groups.fleet, [
    ['/', COMMAND_COPY.fleet.filter],
    ['J', COMMAND_COPY.fleet.next],
    ['K', COMMAND_COPY.fleet.previous],
    ['X', COMMAND_COPY.fleet.select],
    ['Mod+A', COMMAND_COPY.fleet.selectAll],
    ['.', COMMAND_COPY.fleet.menu],
    ...Object.values(ROW_KEYS),
  ]),
  ...part(
    groups.inbox,
    INBOX_KEYS.map(({ keys, title }) => [keys, title] as const),
  ),
  ...part(groups.thread, [
    ...THREAD_TABS.map((tab) => [tabKeys(tab), COMMAND_COPY.tabs[tab]] as const),
    ...PAGE_DEEDS.map((deed) => ROW_KEYS[deed]),
    ['Mod+S', COMMAND_COPY.thread.save],
    ['Mod+\\', COMMAND_COPY.thread.view],
    ['Mod+Enter', COMMAND_COPY.thread.tick],
    ['Alt+↑', COMMAND_COPY.thread.move],
    ['Mod+Shift+1', COMMAND_COPY.thread.tier],
    ['Mod+F', COMMAND_COPY.thread.find],
    ['Mod+Shift+E', COMMAND_COPY.thread.editor],
    ['Enter', COMMAND_COPY.thread.send],
    ['Shift+Enter', COMMAND_COPY.thread.line],
  ]),
  ...part(groups.strip, [
    ['← →', COMMAND_COPY.strip.walk],
    ['Enter', COMMAND_COPY.strip.open],
  ]),
  ...part(groups.ahead, [
    ['← → ↑ ↓', COMMAND_COPY.ahead.walk],
    ['Home', COMMAND_COPY.ahead.ends],
    ['Enter', COMMAND_COPY.ahead.open],
  ]),
]
