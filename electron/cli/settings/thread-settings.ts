import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import { shownVariable } from '../../../shared/base/secrets/shown-variable.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { EVENT_SOURCES, SOURCE_DEFAULT } from '../../../shared/events/system-event.ts'
import { suggestionsOf, type Delivery } from '../../../shared/threads/thread.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Context } from '../kit/context.ts'
import { plain } from '../kit/text.ts'

/** As `threadbeat set delivery NAME` has them. */
export const DELIVERY: Readonly<Record<string, keyof Delivery>> = {
  'show-ok': 'showOk',
  'show-alerts': 'showAlerts',
  indicator: 'indicator',
}

/** What `threadbeat set --thread` changes, for programs: values as the contract has them. */
export const threadSettingsJson = (t: ThreadView) => ({
  number: t.number,
  name: t.name,
  intervalMs: t.intervalMs,
  activeHours: t.activeHours,
  dailyAt: t.dailyAt,
  session: t.session,
  gate: t.gate,
  suggestions: t.suggestions,
  reflect: t.reflects,
  shareList: t.sharesList,
  sources: t.sources,
  delivery: t.delivery,
  runner: withoutSecrets(t.agent),
})

function withoutSecrets(agent: AgentConfig): AgentConfig {
  if (agent.kind === 'local') return agent
  const env = Object.entries(agent.env).map(([name, value]) => [name, shownVariable(name, value)])
  return { ...agent, env: Object.fromEntries(env) }
}

/** `key` absent: all. */
export const showThreadSettings = (cx: Context, t: ThreadView, key?: string): void =>
  cx.out.table(rowsOf(t).filter(([name]) => key === undefined || name === key || name.startsWith(`${key} `)))

/** What the thread has now under this key: "interval is 10 min"; `part`: of several under the key. */
export function threadSettingText(t: ThreadView, key: string, part = ''): string {
  const row = rowsOf(t).find(([name]) => name === key || name === `${key} ${part}`)
  return row === undefined ? key : `${row[0]} is ${row[1]}`
}

/** As they are typed; a source or delivery that the thread leaves alone is the default. */
function rowsOf(t: ThreadView): readonly (readonly [name: string, value: string])[] {
  const hours = t.activeHours
  return [
    ['name', plain(t.name)],
    ['interval', t.intervalMs === 0 ? 'off' : formatDuration(t.intervalMs)],
    ['active-hours', hours === null ? 'off' : `${hours.start}-${hours.end} ${hours.timeZone}`.trim()],
    ['daily-at', t.dailyAt ?? 'off'],
    ['session', t.session],
    ['gate', t.gate],
    ['suggestions', suggestionsText(t)],
    ['reflect', switchWord(t.reflects)],
    ['share-list', switchWord(t.sharesList)],
    ['runner', plain(runnerName(t.agent))],
    ...EVENT_SOURCES.map(
      (source) => [`source ${source}`, t.sources[source] ?? `default (${SOURCE_DEFAULT[source]})`] as const,
    ),
    ...Object.entries(DELIVERY).map(
      ([name, key]) => [`delivery ${name}`, switchWord(t.delivery[key])] as const,
    ),
  ]
}

function suggestionsText(t: ThreadView): string {
  const kept = suggestionsOf(t)
  return kept === t.suggestions ? kept : `${kept} (set to ${t.suggestions}, but it has local checks)`
}

function switchWord(own: boolean | undefined): string {
  if (own === undefined) return 'default'
  return own ? 'on' : 'off'
}
