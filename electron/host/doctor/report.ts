import type { Check } from '../../../shared/contract/app.ts'
import { isSettingKey } from '../../../shared/settings/table.ts'
import { redact } from '../../machine/disk/log-file.ts'

interface ReportFacts {
  readonly appVersion: string
  readonly dataDir: string
  readonly checks: readonly Check[]
  readonly settings: { readonly values: Readonly<Record<string, unknown>>; readonly problem: string | null }
  readonly threads: readonly {
    readonly number: number
    readonly state: string
    readonly agent: { readonly kind: string }
  }[]
}
/** For an issue: what the checks say, without names of repositories, secrets, or the home folder. */
export function reportText({ appVersion, dataDir, checks, settings, threads: all }: ReportFacts): string {
  const mark = { ok: 'ok  ', off: '-   ', warn: 'LOOK', fail: 'FAIL' }
  const states = [...new Set(all.map((t) => t.state))]
    .map((state) => `${all.filter((t) => t.state === state).length} ${state}`)
    .join(', ')
  const safe = Object.entries(settings.values).filter(
    ([key]) => key !== 'views' && key !== 'caps' && isSettingKey(key),
  )
  return redact(
    [
      `Threadbeat ${appVersion} on ${process.platform} ${process.arch}, ${new Date().toISOString()}`,
      `Data in ${dataDir}`,
      '',
      ...checks.map((c) => `${mark[c.state]}  ${c.name}: ${hideNames(c)}`),
      '',
      `Threads: ${all.length}${states === '' ? '' : ` (${states})`}`,
      'Settings that are not built in: ' +
        `${safe.length === 0 ? 'none' : safe.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ')}`,
      ...(settings.problem === null ? [] : [`settings.json: ${settings.problem}`]),
    ].join('\n'),
  )
}
/** Checks that name threads, which are names of repositories. */
const NAMING: readonly string[] = ['Repositories', 'Threads', 'HEARTBEAT.json']
const hideNames = ({ name, state, text }: Check): string =>
  state !== 'ok' && NAMING.includes(name) ? 'see the window' : text
