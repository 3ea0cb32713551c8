import { missingRunnerText } from '../../../shared/agents/agent-names.ts'
import { startsSame } from '../../../shared/agents/presets.ts'
import { parseDuration } from '../../../shared/base/time.ts'
import { EVENT_SOURCES, SOURCE_DEFAULT, switchesOf } from '../../../shared/events/system-event.ts'
import { GATE_MODES, SESSION_MODES, SUGGESTION_MODES } from '../../../shared/threads/modes.ts'
import type { ActiveHours } from '../../../shared/schedule/active-hours.ts'
import type { ThreadChange } from '../../../shared/threads/thread.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { programPath } from '../../machine/process/program-path.ts'
import { userEnvironment } from '../../machine/process/user-environment.ts'
import { readRunner, type RunnerOptions } from '../agents/read-runner.ts'
import { showRunner } from '../agents/show-runner.ts'
import { requireYes } from '../kit/confirm.ts'
import { clockFace, snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { currentFolder } from '../kit/running-app.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, plain, shownLine } from '../kit/text.ts'
import { readSpan } from './hours-text.ts'
import { refuse } from './setting-text.ts'
import { DELIVERY, showThreadSettings, threadSettingsJson, threadSettingText } from './thread-settings.ts'

export const THREAD_KEYS = [
  'interval',
  'active-hours',
  'daily-at',
  'session',
  'gate',
  'suggestions',
  'reflect',
  'share-list',
  'source',
  'delivery',
  'name',
  'runner',
] as const

/** Without a key it shows what the thread has. `json`: the thread's settings, after the change. */
export async function setThread(
  cx: Context,
  name: string,
  key: string | undefined,
  value: readonly string[],
  { json, ...options }: RunnerOptions & { readonly json: true | undefined },
): Promise<void> {
  if (value.length === 0 && Object.values(options).some((option) => option !== undefined))
    throw usageError('These options are for a runner; name it: --thread THREAD runner NAME, or -- PROGRAM')
  const { client, snapshot } = await snapshotOf(cx)
  const words: Context =
    json === true ? { ...cx, out: { ...cx.out, line: (text = '') => cx.out.note(text) } } : cx
  const thread = findThread(snapshot.threads, name)
  if (key === undefined || value.length === 0) {
    if (key !== undefined && !(THREAD_KEYS as readonly string[]).includes(key)) throw noSetting(key)
    return json === true ? cx.out.json(threadSettingsJson(thread)) : showThreadSettings(cx, thread, key)
  }
  if (key === 'runner') await setRunner(words, thread, value, options)
  else {
    await client.threads.change({ id: thread.id, ...changeOf(thread, key, value) })
    const now = await changed()
    words.out.line(
      `${thread.number} ${shownLine(thread.name)}: ${shownLine(threadSettingText(now, key, value[0]))}`,
    )
  }
  if (json === true) cx.out.json(threadSettingsJson(await changed()))

  async function changed(): Promise<ThreadView> {
    return findThread((await client.snapshot()).threads, String(thread.number))
  }
}

const noSetting = (key: string): Error =>
  usageError(`A thread has no setting "${key}". Settings: ${THREAD_KEYS.join(', ')}`)

function changeOf(thread: ThreadView, key: string, value: readonly string[]): ThreadChange {
  if (key === 'source') return { sources: readSources(thread.sources, value) }
  if (key === 'delivery') return { delivery: readDelivery(thread.delivery, value) }
  return readThreadChange(key, value.join(' '))
}

export function readThreadChange(key: string, text: string): ThreadChange {
  switch (key) {
    case 'name':
      return { name: text }
    case 'interval':
      return {
        intervalMs:
          text === 'off'
            ? 0
            : (parseDuration(text, 'm') ?? refuse(key, text, 'off or a duration such as 8m or 1h30m')),
      }
    case 'daily-at':
      return { dailyAt: text === 'off' ? null : text }
    case 'session':
      return {
        session: SESSION_MODES.find((mode) => mode === text) ?? refuse(key, text, SESSION_MODES.join(' or ')),
      }
    case 'gate':
      return { gate: GATE_MODES.find((mode) => mode === text) ?? refuse(key, text, GATE_MODES.join(' or ')) }
    case 'suggestions':
      return {
        suggestions:
          SUGGESTION_MODES.find((mode) => mode === text) ?? refuse(key, text, SUGGESTION_MODES.join(' or ')),
      }
    case 'reflect':
      return {
        reflects: text === 'on' || (text === 'off' ? false : refuse(key, text, 'on or off')),
      }
    case 'share-list':
      return {
        sharesList: text === 'on' || (text === 'off' ? false : refuse(key, text, 'on or off')),
      }
    case 'active-hours':
      return { activeHours: text === 'off' || text === 'default' ? null : readActiveHours(text) }
    default:
      throw noSetting(key)
  }
}

/** The thread's own switches with one of them changed: the contract replaces them all. */
export function readSources(
  own: ThreadView['sources'],
  [name = '', text = '', ...more]: readonly string[],
): ThreadView['sources'] {
  const source =
    EVENT_SOURCES.find((s) => s === name) ?? refuse('source', name, `one of ${EVENT_SOURCES.join(', ')}`)
  const { [source]: _before, ...others } = own
  if (text === 'default' && more.length === 0) return others
  const to = more.length === 0 ? switchesOf(source).find((s) => s === text) : undefined
  return {
    ...others,
    [source]:
      to ??
      refuse(
        `source ${source}`,
        [text, ...more].join(' '),
        `${switchesOf(source).join(', ')} or default (${SOURCE_DEFAULT[source]})`,
      ),
  }
}

/** As `readSources`. */
export function readDelivery(
  own: ThreadView['delivery'],
  [name = '', text = '', ...more]: readonly string[],
): ThreadView['delivery'] {
  const key = DELIVERY[name] ?? refuse('delivery', name, `one of ${Object.keys(DELIVERY).join(', ')}`)
  const { [key]: _before, ...others } = own
  if (text === 'default' && more.length === 0) return others
  if (more.length > 0 || (text !== 'on' && text !== 'off'))
    return refuse(`delivery ${name}`, [text, ...more].join(' '), 'on, off or default')
  return { ...others, [key]: text === 'on' }
}

/** "09:00-18:00" or "22:00–06:00 Europe/Berlin"; the contract says whether hours and zone exist. */
function readActiveHours(text: string): ActiveHours {
  const span = readSpan(text)
  if (span === null || span.rest.includes(' '))
    return refuse(
      'active-hours',
      text,
      'off or START-END, such as 09:00-18:00, with a time zone if it is not yours',
    )
  return { start: span.start, end: span.end, timeZone: span.rest }
}

/** A program that speaks ACP is named by its whole path, for the app knows no folder of this terminal. */
async function withWholePath(value: readonly string[], { acp }: RunnerOptions): Promise<readonly string[]> {
  const [program, ...args] = value
  if (acp !== true || program === undefined) return value
  const path = await programPath(program, userEnvironment(), currentFolder())
  if (path === null) throw usageError(`"${program}" is neither on the PATH nor a file that can be executed`)
  return [path, ...args]
}

async function setRunner(
  cx: Context,
  thread: ThreadView,
  value: readonly string[],
  options: RunnerOptions,
): Promise<void> {
  const agent = readRunner(await withWholePath(value, options), options, cx.now())
  const { client } = await cx.session()
  const runner =
    agent.kind === 'cli'
      ? ((await client.agents.list()).find((r) => startsSame(r.cli, agent.cli)) ?? null)
      : null
  showRunner(
    cx,
    `Runner of ${thread.number} ${exact(thread.name)}`,
    thread.repoPath,
    agent,
    runner,
    await clockFace(cx),
  )
  await requireYes(
    agent.kind === 'local' || options.yes === true,
    'Execute exactly this from now on?',
    'Nothing was changed.',
  )
  const { missing } = await client.threads.setAgent({ id: thread.id, agent, confirmed: true })
  cx.out.line('Set.')
  if (missing !== null) cx.out.note(plain(missingRunnerText(missing)))
}
