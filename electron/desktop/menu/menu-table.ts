import type { MenuItemConstructorOptions } from 'electron'
import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'
import { ZOOM } from '../../../shared/settings/zoom.ts'

/** What a click in the application's menu may do. */
export interface MenuDeeds {
  readonly open: (at: OpenAt) => void
  readonly showLogs: () => void
  /** By so many per cent; null: back to 100. */
  readonly zoom: (by: number | null) => void
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform
  readonly packaged: boolean // reload and developer tools only while it is developed
}

type Items = MenuItemConstructorOptions[]
const LINE: MenuItemConstructorOptions = { type: 'separator' }

/**
 * The menus as each system wants them: the application's own first on macOS, without whose Edit menu
 * nothing can be copied there.
 */
export function menuTable({ platform, packaged }: MenuFacts, { open, showLogs, zoom }: MenuDeeds): Items {
  const isMac = platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => open({ page: 'settings' }),
  }
  const openToday: MenuItemConstructorOptions = {
    label: 'Open Threadbeat',
    click: () => open({ page: 'today' }),
  }
  const first: MenuItemConstructorOptions = isMac
    ? {
        role: 'appMenu',
        submenu: [
          { role: 'about' },
          LINE,
          settings,
          LINE,
          { role: 'services' },
          LINE,
          { role: 'hide' },
          { role: 'hideOthers' },
          { role: 'unhide' },
          LINE,
          { role: 'quit' },
        ],
      }
    : { label: '&File', submenu: [openToday, settings, LINE, { role: 'close' }, { role: 'quit' }] }
  return [
    first,
    ...(isMac
      ? [
          {
            label: 'File',
            submenu: [openToday, LINE, { role: 'close' }],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: 'Usual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(null) },
        { label: 'Larger', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(ZOOM.step) },
        // The same key without Shift; a second line would only say it twice.
        {
          label: 'Larger',
          accelerator: 'CmdOrCtrl+=',
          click: () => zoom(ZOOM.step),
          visible: false,
          acceleratorWorksWhenHidden: true,
        },
        { label: 'Smaller', accelerator: 'CmdOrCtrl+-', click: () => zoom(-ZOOM.step) },
        LINE,
        { role: 'togglefullscreen' },
        ...(packaged ? [] : ([LINE, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies Items)),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'The First Run', click: () => open({ page: 'first_run' }) },
        LINE,
        { label: 'Show Logs', click: showLogs },
        { label: 'Report a Problem…', click: () => open({ page: 'report' }) },
      ],
    },
  ]
}
