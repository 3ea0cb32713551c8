import type { Check } from '../../../shared/contract/app.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { isSettingKey, specOf } from '../../../shared/settings/table.ts'
import { redact } from '../../machine/disk/log-file.ts'
import { settingsCheck, type SettingsFacts } from './data.ts'

interface ReportFacts {
  readonly appVersion: string
  readonly dataDir: string
  readonly checks: readonly Check[]
  readonly settings: SettingsFacts & { readonly values: Readonly<Record<string, unknown>> }
  /** null: they cannot be read. */
  readonly threads:
    | readonly {
        readonly number: number
        readonly state: string
        readonly agent: { readonly kind: string }
      }[]
    | null
}
/** For an issue: what the checks say, without names of repositories, secrets, or the home folder. */
export function reportText({ appVersion, dataDir, checks, settings, threads: all }: ReportFacts): string {
  const mark = { ok: 'ok  ', off: '-   ', warn: 'LOOK', fail: 'FAIL' }
  const refused = new Set(settings.bad.map(({ key }) => key))
  const safe = Object.entries(settings.values).filter(
    ([key]) => key !== 'views' && key !== 'caps' && isSettingKey(key) && !refused.has(key),
  )
  const shown = checks.map((c) => (c.name === 'Settings' ? settingsCheck(withoutContent(settings)) : c))
  return redact(
    [
      `Threadbeat ${appVersion} on ${process.platform} ${process.arch}, ${new Date().toISOString()}`,
      `Data in ${dataDir}`,
      '',
      ...shown.map((c) => `${mark[c.state]}  ${c.name}: ${hideNames(c)}`),
      '',
      `Threads: ${threadsText(all)}`,
      'Settings that are not built in: ' +
        `${safe.length === 0 ? 'none' : safe.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ')}`,
      ...(settings.problem === null ? [] : [`settings.json: ${settings.problem}`]),
    ].join('\n'),
  )
}

function threadsText(all: ReportFacts['threads']): string {
  if (all === null) return 'not to be read'
  const states = [...new Set(all.map((t) => t.state))]
    .map((state) => `${all.filter((t) => t.state === state).length} ${state}`)
    .join(', ')
  return `${all.length}${states === '' ? '' : ` (${states})`}`
}

/** Keys that are nobody's are somebody's words, and so may be what is said of settings that hold names. */
const withoutContent = ({ problem, bad, unknown }: SettingsFacts): SettingsFacts => ({
  problem,
  bad: bad.map(({ key, text }) => ({ key, text: isPlain(key) ? text : 'it is not what it may be' })),
  unknown: unknown.length === 0 ? [] : [`(${plural(unknown.length, 'name')}, not shown)`],
})
const isPlain = (key: string): boolean => isSettingKey(key) && specOf(key).value.kind !== 'structured'

/** Checks that name threads, which are names of repositories. */
const NAMING: readonly string[] = ['Repositories', 'Threads', 'HEARTBEAT.json']
function hideNames({ name, state, text }: Check): string {
  // What stands in the place of the command may be a link into a repository.
  const isNaming = name === 'Command line' ? state === 'warn' : state !== 'ok' && NAMING.includes(name)
  return isNaming ? 'see the window, or threadbeat doctor' : text
}
