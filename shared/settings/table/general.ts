import { choice, onOff, STROKE, STRUCTURED, type SettingGroup } from '../setting-value.ts'

export const GENERAL_SETTINGS = {
  closeToTray: {
    value: choice('ask', { ask: 'Ask', hide: 'Keeps it in the tray', quit: 'Quits' }),
    group: 'Window and tray',
    label: 'Closing the window',
    help: 'Heartbeats run only while Threadbeat runs.',
    words: 'quit hide background',
  },
  /** auto: what is usual on the system. */
  trayClick: {
    value: choice('auto', {
      auto: 'Usual for this system',
      popover: 'The small window',
      window: 'The main window',
      menu: 'The menu',
    }),
    group: 'Window and tray',
    label: 'Click on the tray icon',
    help: 'Usually the small window on macOS and Windows, the main window on Linux. On Linux the desktop’s panel opens the menu itself and decides for which mouse button; with “The menu”, any other click opens the small window.',
    words: 'menu bar popover left',
  },
  /** Beside the icon, where the system has a place for it. */
  showCount: {
    value: onOff(true),
    group: 'Window and tray',
    label: 'Show the count',
    help: 'How many threads need you, beside the icon in the menu bar of macOS and on the taskbar of Windows.',
    systems: ['mac', 'windows'],
    words: 'badge number overlay',
  },
  /** On macOS: also without a window. */
  alwaysInDock: {
    value: onOff(false),
    group: 'Window and tray',
    label: 'Always show in the Dock',
    help: 'Otherwise the tile in the Dock is there as long as the window is.',
    systems: ['mac'],
    words: 'mac tile icon',
  },
  /** Opens or hides the window from wherever the person is, as a stroke like those of `keys`; null: no key does. */
  globalShortcut: {
    value: STROKE,
    group: 'Keyboard',
    label: 'Global shortcut',
    help: 'Opens or hides the window while you are in any program. No other program hears it then.',
    words: 'global shortcut hotkey system wide',
  },
  /** Where single letters act: everywhere, only while a list has the focus, or not at all. */
  letterKeys: {
    value: choice('on', { on: 'Everywhere', lists: 'Only in lists', off: 'Not at all' }),
    group: 'Keyboard',
    label: 'Single-key shortcuts',
    help: 'B beats, A acknowledges. Off, or only in lists, helps where speech or a screen reader types letters.',
    words: 'shortcuts accessibility keys',
  },
  /** Keys that a person chose: the built-in stroke → the stroke that stands for it, "Mod+Shift+B", "G T" or "?"; null: no key at all. */
  keys: {
    value: STRUCTURED,
    group: 'Keyboard',
    label: 'Keys',
    help: 'Any key of the window can be another one, or none. Keys of text editing stay as everywhere.',
    words: 'remap rebind record change shortcut hotkey conflict',
  },
  welcomed: { value: onOff(false), elsewhere: 'Remembers only that the first run was seen.' },
} as const satisfies SettingGroup
