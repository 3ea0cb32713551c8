import { formatDuration } from '../../shared/base/time.ts'
import { SECTION_WORDS, type SettingSection } from '../../shared/settings/setting-rows.ts'
import { boundsInWords, type SettingSpec, type SettingValue } from '../../shared/settings/setting-value.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import { SETTINGS_BY_SECTION, spelledSetting, type SettingKey } from '../../shared/settings/table.ts'

const HEAD = `# Settings

<!-- Written from the table of settings by \`npm run docs\`; a test holds that it is true. -->

Everything here is set in the window, on the command line with \`threadbeat set NAME VALUE\` (where it has a
name there), or by hand in \`settings.json\` of the data folder, where a duration is in milliseconds. A value outside its bounds is named
and the default is used.
`

function valuesOf(value: SettingValue): string {
  switch (value.kind) {
    case 'switch':
      return 'on, off'
    case 'choice':
      return Object.keys(value.options)
        .map((option) => `\`${option}\``)
        .join(', ')
    case 'time':
      return 'HH:MM'
    case 'moment':
      return 'off, forever, or a moment'
    case 'port':
      return `off, ${boundsInWords(value)}`
    case 'stroke':
      return 'off, or a key'
    case 'structured':
      return ''
    default:
      return boundsInWords(value) ?? ''
  }
}

function initialOf(key: SettingKey, value: SettingValue): string {
  const initial = DEFAULT_SETTINGS[key]
  if (value.kind === 'structured') return initial === null ? 'none' : ''
  if (typeof initial === 'boolean') return initial ? 'on' : 'off'
  if (initial === null) return 'off'
  return value.kind === 'duration' ? formatDuration(Number(initial)) : `\`${String(initial)}\``
}

const rowOf = (key: SettingKey, spec: SettingSpec): string => {
  const about =
    'elsewhere' in spec
      ? spec.elsewhere
      : `**${spec.label}.** ${spec.help.replace('{bounds}', boundsInWords(spec.value) ?? '')}`
  const name = `\`${key}\`${spec.value.kind === 'structured' ? '' : `<br>\`${spelledSetting(key)}\``}`
  return `| ${name} | ${valuesOf(spec.value)} | ${initialOf(key, spec.value)} | ${about} |`
}

/** docs/settings.md, from the table. */
export const settingsPage = (): string =>
  [
    HEAD,
    ...Object.entries(SETTINGS_BY_SECTION).map(([section, group]) =>
      [
        `## ${SECTION_WORDS[section as SettingSection]}`,
        '',
        '| in the file, on the command line | values | at first | |',
        '| --- | --- | --- | --- |',
        ...Object.entries<SettingSpec>(group).map(([key, spec]) => rowOf(key as SettingKey, spec)),
        '',
      ].join('\n'),
    ),
  ].join('\n')
