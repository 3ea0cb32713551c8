import type { Settings, SettingsChange } from '../../../shared/settings/settings.ts'
import { asSentence } from '../../../shared/base/faults.ts'
import { spelledSetting } from '../../../shared/settings/table.ts'
import { capsText, capText, readCaps } from '../agents/caps-text.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_KEYS } from './set-thread.ts'
import { quietHoursText, readQuietHours } from './hours-text.ts'
import { readValue, SINGLE_KEYS, writeValue, type SingleKey } from './setting-text.ts'

type AppKey = SingleKey | 'quietHours' | 'caps'
export const APP_KEYS: readonly AppKey[] = [...SINGLE_KEYS, 'quietHours', 'caps']

export async function showApp(cx: Context, json: boolean): Promise<void> {
  const { fleet, threads } = (await snapshotOf(cx)).snapshot
  const { settings } = fleet
  if (json) return cx.out.json(settings)
  const caps = settings.caps.length === 0 ? ['off'] : settings.caps.map((cap) => capText(cap, threads))
  cx.out.table([
    ...SINGLE_KEYS.map((k) => [spelledSetting(k), writeValue(k, settings[k])]),
    [spelledSetting('quietHours'), quietHoursText(settings.quietHours)],
    ...caps.map((cap, i) => [i === 0 ? 'caps' : '', cap]),
  ])
}

/** `value` as its words were typed; none: it is shown. `json`: `{ name: value }` as it is kept. */
export async function setApp(
  cx: Context,
  name: string,
  value: readonly string[],
  json: boolean,
): Promise<void> {
  const key = APP_KEYS.find((k) => k === name || spelledSetting(k) === name)
  if (key === undefined) {
    throw usageError(
      (THREAD_KEYS as readonly string[]).includes(name)
        ? `"${name}" belongs to a thread: add --thread THREAD`
        : `There is no setting "${name}". Settings: ${APP_KEYS.map(spelledSetting).join(', ')}`,
    )
  }
  const { client, snapshot } = await snapshotOf(cx)
  const text = value.join(' ')
  const settings = value.length === 0 ? snapshot.fleet.settings : await changed(key, text)
  if (json) return cx.out.json({ [key]: settings[key] })
  cx.out.line(`${spelledSetting(key)} is ${wordsOf(key, settings, snapshot.threads)}`)
  if (key === 'webhookPort' && settings.webhookPort !== null && value.length > 0) await sayDoor(cx)
  const gone = key === 'caps' && value.length > 0 ? goneCaps(snapshot.fleet.settings, settings) : []
  if (gone.length > 0)
    cx.out.note(`No longer: ${plain(capsText(gone, snapshot.threads))}. All caps are written together.`)

  async function changed(which: AppKey, to: string): Promise<Settings> {
    if (which === 'caps') return client.settings.change({ caps: await readCapsOf(to, snapshot.threads) })
    if (to === 'default') return client.settings.reset({ keys: [which] })
    if (which === 'quietHours') return client.settings.change({ quietHours: readQuietHours(to) })
    const change: SettingsChange = { [which]: readValue(which, to, cx.now()) }
    return client.settings.change(change)
  }
}

/** Kept is not in force: whether the app could have the port is known once it has tried. */
async function sayDoor(cx: Context): Promise<void> {
  const { client } = await cx.session()
  const { running, problem } = await client.webhooks.incoming()
  if (problem !== null) {
    cx.out.note(`It is not in force: ${plain(asSentence(problem))} Choose another port.`)
    cx.exitWith(1)
  } else if (!running) cx.out.note('It is tried when Threadbeat runs.')
}

function wordsOf(key: AppKey, settings: Settings, threads: readonly ThreadView[]): string {
  if (key === 'caps') return plain(capsText(settings.caps, threads))
  return key === 'quietHours' ? quietHoursText(settings.quietHours) : writeValue(key, settings[key])
}

/** Caps on something that nothing limits any more. */
const goneCaps = (before: Settings, after: Settings): Settings['caps'] =>
  before.caps.filter(
    (cap) => !after.caps.some((c) => c.scope === cap.scope && c.of === cap.of && c.unit === cap.unit),
  )

async function readCapsOf(text: string, threads: readonly ThreadView[]): Promise<Settings['caps']> {
  if (text === '') throw usageError('caps needs a value')
  // The defaults stand beside the schemas, which only the engine loads.
  return text === 'default' ? (await import('../engine.ts')).DEFAULT_CAPS : readCaps(text, threads)
}
