import { choice, onOff, percent, STRUCTURED, type SettingGroup } from '../setting-value.ts'
import { ZOOM } from '../zoom.ts'

export const APPEARANCE_SETTINGS = {
  theme: {
    value: choice('system', { system: 'System', light: 'Light', dark: 'Dark' }),
    group: 'Look',
    label: 'Theme',
    help: 'System follows your desktop, also while it changes.',
    words: 'dark mode light colour color',
  },
  contrast: {
    value: choice('system', { system: 'System', more: 'More' }),
    group: 'Look',
    label: 'Contrast',
    help: 'More contrast draws stronger lines and darker text.',
    words: 'accessibility high',
  },
  /** Of tables: 52 px rows, or 34 px. */
  density: {
    value: choice('comfortable', { comfortable: 'Comfortable', compact: 'Compact' }),
    group: 'Look',
    label: 'Density of tables',
    help: 'Compact shows half as many rows again in the same space.',
    words: 'rows height spacing',
  },
  zoomPercent: {
    value: percent(ZOOM.usual, [ZOOM.least, ZOOM.most], ZOOM.step),
    group: 'Look',
    label: 'Zoom',
    help: 'Size of everything in the window.',
    words: 'scale text size larger smaller accessibility',
  },
  clock: {
    value: choice('system', { system: 'System', '12h': '12 hours', '24h': '24 hours' }),
    group: 'Look',
    label: 'Clock',
    help: 'How times of day are written, in the window, the tray, notifications and on the command line. System: as your system’s formats say, like the order of dates. Point at a full date to see it in UTC.',
    words: 'am pm 12h 24h utc time format date locale',
  },
  /** Times in the window are those of UTC, marked with a Z. */
  showUtc: {
    value: onOff(false),
    group: 'Look',
    label: 'Times in UTC',
    help: 'Marked with a Z. Due times, quiet hours and days of charts stay those of your own zone.',
    words: 'time zone timezone utc gmt zulu',
  },
  /** Panels cannot be asked for their colour on Linux. */
  trayIcons: {
    value: choice('system', {
      system: 'System',
      light: 'Light, for dark panels',
      dark: 'Dark, for light panels',
    }),
    group: 'Tray',
    label: 'Tray icon',
    help: 'Panels on Linux cannot be asked for their colour; choose what can be seen on yours.',
    words: 'panel colour',
  },
  /** Columns of the fleet table, in their order; null: the usual ones. */
  columns: { value: STRUCTURED, elsewhere: 'Chosen in the fleet table itself.' },
  /** Filters with a name; `query` as in the address. */
  views: { value: STRUCTURED, elsewhere: 'Saved and removed beside the places.' },
} as const satisfies SettingGroup
