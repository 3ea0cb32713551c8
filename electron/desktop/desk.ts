import type { ClockFace } from '../../shared/base/clock/time-text.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings/settings.ts'
import type { startDemo } from '../host/demo.ts'
import type { Host } from '../host/host.ts'
import type { Client } from './client.ts'
import type { readLaunch } from './launch.ts'
import type { FirstIcon } from './tray/first-icon.ts'
import type { WindowRequest } from './window-request.ts'

export interface Setup {
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
}

export const settingsOf = ({ running }: Desk): Settings =>
  running?.host.snapshot().fleet.settings ?? DEFAULT_SETTINGS
