import { formatDuration } from '../base/time.ts'
import { boundsInWords, type SettingSpec, type SettingValue, type System } from './setting-value.ts'
import { SETTINGS_BY_SECTION, spelledSetting, type SettingKey } from './table.ts'

export const SETTING_SECTIONS = [
  'general',
  'appearance',
  'notifications',
  'schedule',
  'agents',
  'threads',
  'integrations',
  'machines',
  'privacy',
  'updates',
  'advanced',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]
export const SECTION_WORDS: Readonly<Record<SettingSection, string>> = {
  general: 'General',
  appearance: 'Appearance',
  notifications: 'Notifications',
  schedule: 'Schedule & budgets',
  agents: 'Agents',
  threads: 'New threads',
  integrations: 'Integrations',
  machines: 'Machines',
  privacy: 'Data & privacy',
  updates: 'Updates',
  advanced: 'Advanced',
}

/**
 * How a value is chosen. `own`: a control of its own draws it. Bounds of durations are in ms; `zero`: what
 * 0 is called, where it is allowed besides the bounds.
 */
export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'count'; readonly bounds: readonly [number, number] }
  | {
      readonly kind: 'duration'
      readonly bounds: readonly [number, number]
      readonly least: string
      readonly most: string
      readonly zero?: string
    }
  | { readonly kind: 'time' }
  | { readonly kind: 'own' }

function controlOf(value: SettingValue): SettingControl {
  switch (value.kind) {
    case 'switch':
    case 'time':
      return { kind: value.kind }
    case 'choice':
      return { kind: 'choice', options: value.options }
    case 'count':
      return { kind: 'count', bounds: value.bounds }
    case 'percent': {
      const [least, most] = value.bounds
      const steps = Array.from({ length: (most - least) / value.step + 1 }, (_, i) => least + i * value.step)
      return { kind: 'choice', options: Object.fromEntries(steps.map((n) => [String(n), `${n} %`])) }
    }
    case 'duration': {
      if (value.own) return { kind: 'own' }
      const [least, most] = value.bounds
      const words = { least: formatDuration(least), most: formatDuration(most) }
      const zero = value.zero === null ? {} : { zero: value.zero }
      return { kind: 'duration', bounds: value.bounds, ...words, ...zero }
    }
    default:
      return { kind: 'own' }
  }
}

/** One setting as window, search and palette tell of it. */
export interface SettingRow {
  readonly key: SettingKey
  readonly section: SettingSection
  readonly group: string
  readonly label: string
  readonly help: string
  readonly words: string // more that people may search for
  readonly systems: readonly System[] | null // where it does something; null: on each
  readonly control: SettingControl
}

/** Every setting that is set on the settings page, in the order of the page. */
export const SETTING_ROWS: readonly SettingRow[] = Object.entries(SETTINGS_BY_SECTION).flatMap(
  ([section, group]) =>
    Object.entries<SettingSpec>(group).flatMap(([key, spec]) =>
      'elsewhere' in spec
        ? []
        : [
            {
              key: key as SettingKey,
              section: section as SettingSection,
              group: spec.group,
              label: spec.label,
              help: spec.help.replace('{bounds}', boundsInWords(spec.value) ?? ''),
              words: spec.words ?? '',
              systems: spec.systems ?? null,
              control: controlOf(spec.value),
            },
          ],
    ),
)

/** What else stands on the settings page: things to do, and facts. Found by the same search. */
interface DeedRow {
  readonly id: string
  readonly section: SettingSection
  readonly label: string
  readonly words: string
}
const deed = (section: SettingSection, id: string, label: string, words: string): DeedRow => ({
  id,
  section,
  label,
  words,
})
export const DEED_ROWS: readonly DeedRow[] = [
  deed('general', 'autostart', 'Start at login', 'autostart boot launch startup'),
  deed('general', 'shortcuts', 'Keyboard shortcuts', 'keys help'),
  deed('notifications', 'test', 'Send a test notification', 'try check banner'),
  deed(
    'notifications',
    'system',
    'Notification settings of the system',
    'open desktop do not disturb focus mode',
  ),
  deed('schedule', 'budgets', 'Budgets', 'caps money cost tokens usd limit'),
  deed('agents', 'agents', 'Agents', 'claude codex copilot runner model sign in'),
  deed('threads', 'master', 'Master thread', 'suggestions pollination reports number 1 summary'),
  deed('integrations', 'command', 'Command line', 'threadbeat terminal shell path install mcp claude codex'),
  deed('integrations', 'webhooks', 'Outgoing webhooks', 'slack telegram ntfy http'),
  deed(
    'machines',
    'machines',
    'Several machines',
    'hub join invite code postgresql fleet laptop server leave',
  ),
  deed('privacy', 'privacy', 'What is kept where', 'telemetry tracking network data folder'),
  deed('privacy', 'backups', 'Backups', 'restore copy database daily'),
  deed('privacy', 'export', 'Export everything', 'zip'),
  deed('privacy', 'import', 'Import', 'zip restore merge'),
  deed('privacy', 'move', 'Move to another machine', 'new computer export import locate missing folders'),
  deed('privacy', 'reset', 'Reset and clear', 'factory reset delete history settings'),
  deed('updates', 'updates', 'Updates', 'version release'),
  deed('advanced', 'diagnostics', 'Diagnostics', 'doctor checks health git tray disk'),
  deed('advanced', 'report', 'Report a problem', 'bug issue help feedback diagnostics copy'),
  deed('advanced', 'logs', 'Show logs', 'log folder debug'),
  deed('advanced', 'file', 'settings.json', 'file json restore generations by hand dotfiles'),
]

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const matches = (text: string, query: string): boolean => {
  const within = folded(text)
  return folded(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => within.includes(word))
}
/** What a query finds over all sections, in the order of the page; an empty query finds everything. */
export const findSettings = (
  query: string,
): { readonly rows: readonly SettingRow[]; readonly deeds: readonly DeedRow[] } => ({
  rows: SETTING_ROWS.filter((r) =>
    matches(
      `${r.label} ${r.help} ${r.words} ${r.group} ${SECTION_WORDS[r.section]} ` +
        `${spelledSetting(r.key)} ` +
        `${r.control.kind === 'choice' ? Object.values(r.control.options).join(' ') : ''}`,
      query,
    ),
  ),
  deeds: DEED_ROWS.filter((d) => matches(`${d.label} ${d.words} ${SECTION_WORDS[d.section]}`, query)),
})
