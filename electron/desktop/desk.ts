import type { ClockFace } from '../../shared/base/clock/time-text.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import { APPEARANCE_SETTINGS } from '../../shared/settings/table/appearance.ts'
import { GENERAL_SETTINGS } from '../../shared/settings/table/general.ts'
import type { startDemo } from '../host/demo.ts'
import type { Host } from '../host/host.ts'
import type { Updates } from '../engine/ports/desktop.ts'
import { systemStyle } from '../machine/clock/system-style.ts'
import { app } from './app.ts'
import type { Client } from './client.ts'
import { devServer, type readLaunch } from './launch.ts'
import type { FirstIcon } from './tray/first-icon.ts'
import type { WindowRequest } from './window-request.ts'

interface Setup {
  readonly launch: ReturnType<typeof readLaunch>
  readonly demo: ReturnType<typeof startDemo> | null // null: the person's own fleet
  readonly dataDir: string
  readonly distDir: string // of the bundle
  readonly request: WindowRequest
  /** In the tray since the start of the app. */
  readonly firstIcon: FirstIcon
}

/**
 * What the parts of the desktop know of each other. The window has to be there before the host is opened,
 * which shows banners and the window through it; and it asks the host as soon as that is open. `running`
 * closes this circle.
 */
export interface Desk extends Setup {
  readonly devUrl: string | null // vite's server, in development
  readonly face: ClockFace // of the system
  running: Running | null // null: the host is still being opened
  hasTray: boolean
  doNotDisturb: boolean | null // null: it cannot be told
  alwaysInDock: boolean // as it was pushed last: the window goes after the host has
}
export interface Running {
  readonly host: Host
  readonly client: Client
  readonly updates: Updates
}

/** Reads the time zone when it is first asked for: that loads tables which no window waits for. */
export const openDesk = (setup: Setup): Desk => ({
  ...setup,
  devUrl: devServer(process.env['THREADBEAT_DEV_URL'], app.isPackaged),
  get face() {
    return (face ??= faceOfSystem())
  },
  running: null,
  hasTray: process.platform !== 'linux',
  doNotDisturb: null,
  alwaysInDock: false,
})

let face: ClockFace | null = null // not asked for yet
const faceOfSystem = (): ClockFace => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  style: systemStyle(process.env, process.platform, app.getSystemLocale()),
})

/** What the desktop itself goes by. */
type OwnSettings = Pick<Settings, 'closeToTray' | 'theme' | 'trayClick' | 'zoomPercent'>

/** Until the host is open as they are in a new data folder. */
export const settingsOf = ({ running }: Desk): OwnSettings =>
  running?.host.settings() ?? {
    closeToTray: GENERAL_SETTINGS.closeToTray.value.initial,
    theme: APPEARANCE_SETTINGS.theme.value.initial,
    trayClick: GENERAL_SETTINGS.trayClick.value.initial,
    zoomPercent: APPEARANCE_SETTINGS.zoomPercent.value.initial,
  }
