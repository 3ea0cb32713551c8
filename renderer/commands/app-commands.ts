import type { SettingsChange } from '../../shared/settings/settings.ts'
import { HOUR } from '../../shared/base/time.ts'
import { isMuted } from '../../shared/alerts/may-tell.ts'
import { ZOOM } from '../../shared/settings/zoom.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { AppContext } from '../client/bridge.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'
import { tomorrowAtNine } from '../kit/time.ts'
import { beatAllDue } from './actions/beat.tsx'
import { pause, resume } from './actions/pause.ts'
import { changeSettings, zoom } from './actions/settings.ts'
import { stopAll } from './actions/stop.ts'
import type { Command } from './command.ts'
import { COMMAND_COPY } from './copy.ts'

/** What can be done anywhere in the window. */
export interface AppCommand extends Command {
  /** Further words by which the palette finds it. */
  readonly words?: string
  /** Not offered in the palette, which is open already, or where it would mean nothing. */
  readonly unlisted?: true
}

type More = Partial<Pick<AppCommand, 'keys' | 'enabled' | 'unlisted'>>
const command = (
  id: keyof typeof COMMAND_COPY.commands,
  run: (app: AppContext) => unknown,
  more: More = {},
): AppCommand => ({ id, keys: [], ...COMMAND_COPY.commands[id], run, ...more })

const isPaused = ({ live }: AppContext): boolean => live.getState().fleet?.pause != null

export const APP = {
  palette: command('palette', () => useUi.getState().showPalette(!useUi.getState().palette), {
    keys: ['Mod+K'],
    unlisted: true,
  }),
  shortcuts: command('shortcuts', () => useUi.getState().showShortcuts(true), {
    keys: ['?'],
    unlisted: true,
  }),
  showShortcuts: command('shortcuts.show', () => useUi.getState().showShortcuts(true)),
  add: command('add', () => useUi.getState().openAdding(), { keys: ['Mod+N'] }),
  beatAllDue: command('beat.due', beatAllDue, { keys: ['Mod+Shift+B'] }),
  stopAll: command('stop.all', stopAll, { keys: ['Mod+Shift+.'] }),
  findInAll: command('find.all', () => useUi.getState().showFinding(true), { keys: ['Mod+Shift+F'] }),
  back: command('back', () => history.back(), { keys: ['Mod+['], unlisted: true }),
  forward: command('forward', () => history.forward(), { keys: ['Mod+]'], unlisted: true }),
  zoomIn: command('zoom.in', (app) => zoom(app, ZOOM.step), { keys: ['Mod+Plus', 'Mod+='] }),
  zoomOut: command('zoom.out', (app) => zoom(app, -ZOOM.step), { keys: ['Mod+-'] }),
  zoomReset: command('zoom.reset', (app) => zoom(app, null), { keys: ['Mod+0'] }),
  pauseAll: command('pause.all', (app) => pause(app, null, 'open'), { enabled: (app) => !isPaused(app) }),
  pauseHour: command('pause.hour', (app) => pause(app, null, 'hour'), { enabled: (app) => !isPaused(app) }),
  resumeAll: command('resume.all', (app) => resume(app, null), { enabled: isPaused }),
} as const

/**
 * A setting is changed, and what came of it is said. The change is worked out when it is asked for: some
 * begin now.
 */
const set = (
  id: keyof typeof COMMAND_COPY.changes,
  change: () => SettingsChange,
  isSo: (fleet: FleetView) => boolean,
): AppCommand => {
  const { title, words, said: done } = COMMAND_COPY.changes[id]
  return {
    id,
    title,
    keys: [],
    words,
    enabled({ live }) {
      const { fleet } = live.getState()
      return fleet !== null && !isSo(fleet)
    },
    run: (app) => changeSettings(app, change(), done),
  }
}
const muted = ({ settings }: FleetView): boolean => isMuted(settings, Date.now())

/** Changes of settings; what is so already is not offered. */
const SETTINGS: readonly AppCommand[] = [
  set('mute.hour', () => ({ mutedUntil: Date.now() + HOUR }), muted),
  set('mute.tomorrow', () => ({ mutedUntil: tomorrowAtNine(Date.now()) }), muted),
  set(
    'unmute',
    () => ({ mutedUntil: null }),
    (fleet) => !muted(fleet),
  ),
  set(
    'theme.light',
    () => ({ theme: 'light' }),
    ({ settings }) => settings.theme === 'light',
  ),
  set(
    'theme.dark',
    () => ({ theme: 'dark' }),
    ({ settings }) => settings.theme === 'dark',
  ),
  set(
    'theme.system',
    () => ({ theme: 'system' }),
    ({ settings }) => settings.theme === 'system',
  ),
  set(
    'contrast.more',
    () => ({ contrast: 'more' }),
    ({ settings }) => settings.contrast === 'more',
  ),
  set(
    'contrast.system',
    () => ({ contrast: 'system' }),
    ({ settings }) => settings.contrast === 'system',
  ),
  set(
    'density.compact',
    () => ({ density: 'compact' }),
    ({ settings }) => settings.density === 'compact',
  ),
  set(
    'density.comfortable',
    () => ({ density: 'comfortable' }),
    ({ settings }) => settings.density === 'comfortable',
  ),
]

const go = (place: keyof typeof COMMAND_COPY.places, keys: readonly string[]): AppCommand => ({
  id: `go.${place}`,
  title: COMMAND_COPY.places[place].title,
  keys,
  words: COMMAND_COPY.placeWords(COMMAND_COPY.places[place].words),
  run: () => navigate(PLACES[place]),
})

export const PLACE_COMMANDS: readonly AppCommand[] = [
  go('today', ['Mod+1', 'G T']),
  go('threads', ['Mod+2', 'G R']),
  go('inbox', ['Mod+3', 'G I']),
  go('history', ['Mod+4', 'G H']),
  go('queue', ['Mod+5', 'G Q']),
  go('jobs', ['G J']),
  go('ahead', ['G A']),
  go('settings', ['Mod+6', 'Mod+,', 'G S']),
  go('agents', ['G E']),
  go('pollination', ['G P']),
  go('firstRun', ['G F']),
]

export const EVERYWHERE: readonly AppCommand[] = [...Object.values(APP), ...SETTINGS]
