import type { SettingsChange } from '../../../shared/settings/settings.ts'
import { spelledSetting } from '../../../shared/settings/table.ts'
import { capsText, capText, readCaps } from '../agents/caps-text.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'
import { THREAD_KEYS } from './set-thread.ts'
import { readValue, SINGLE_KEYS, writeValue, type SingleKey } from './setting-text.ts'

export const APP_KEYS: readonly (SingleKey | 'caps')[] = [...SINGLE_KEYS, 'caps']

export async function showApp(cx: Context, json: boolean): Promise<void> {
  const { fleet, threads } = (await snapshotOf(cx)).snapshot
  const { settings } = fleet
  if (json) return cx.out.json(settings)
  const caps = settings.caps.length === 0 ? ['off'] : settings.caps.map((cap) => capText(cap, threads))
  cx.out.table([
    ...SINGLE_KEYS.map((k) => [spelledSetting(k), writeValue(k, settings[k])]),
    ...caps.map((cap, i) => [i === 0 ? 'caps' : '', cap]),
  ])
}

export async function setApp(cx: Context, name: string, text: string): Promise<void> {
  const key = APP_KEYS.find((k) => k === name || spelledSetting(k) === name)
  if (key === undefined) {
    throw usageError(
      (THREAD_KEYS as readonly string[]).includes(name)
        ? `"${name}" belongs to a thread: add --thread THREAD`
        : `There is no setting "${name}". Settings: ${APP_KEYS.map(spelledSetting).join(', ')}`,
    )
  }
  if (key === 'caps') return setCaps(cx, text)
  if (text === 'default') {
    const reset = await (await cx.session()).client.settings.reset({ keys: [key] })
    return cx.out.line(`${spelledSetting(key)} is ${writeValue(key, reset[key])}`)
  }
  const change: SettingsChange = { [key]: readValue(key, text, cx.now()) }
  const { client } = await cx.session()
  const settings = await client.settings.change(change)
  cx.out.line(`${spelledSetting(key)} is ${writeValue(key, settings[key])}`)
}

async function setCaps(cx: Context, text: string): Promise<void> {
  if (text === '') throw usageError('caps needs a value')
  const {
    client,
    snapshot: { threads },
  } = await snapshotOf(cx)
  // The defaults stand beside the schemas, which only the engine loads.
  const caps = text === 'default' ? (await import('../engine.ts')).DEFAULT_CAPS : readCaps(text, threads)
  cx.out.line(`caps is ${plain(capsText((await client.settings.change({ caps })).caps, threads))}`)
}
