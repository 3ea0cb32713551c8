import { Option, type Command } from 'commander'
import type { SettingsChange } from '../../../shared/settings/settings.ts'
import { spelledSetting } from '../../../shared/settings/table.ts'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { EVENT_SOURCES, SOURCE_DEFAULT, SOURCE_SWITCHES } from '../../../shared/events/system-event.ts'
import { type Delivery, type ThreadChange } from '../../../shared/threads/thread.ts'
import { GATE_MODES, SESSION_MODES } from '../../../shared/threads/modes.ts'
import { type ActiveHours } from '../../../shared/schedule/active-hours.ts'
import { parseDuration } from '../../../shared/base/time.ts'
import { capsText, capText, readCaps } from '../agents/caps-text.ts'
import { confirm, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { readValue, refuse, SINGLE_KEYS, writeValue, type SingleKey } from './setting-text.ts'
import { findThread } from '../kit/find-thread.ts'
import { readRunner, showRunner, type RunnerOptions } from '../agents/runner-choice.ts'
import { exact, plain } from '../kit/text.ts'

const KEYS: readonly (SingleKey | 'caps')[] = [...SINGLE_KEYS, 'caps']
const THREAD_KEYS = [
  'interval',
  'active-hours',
  'daily-at',
  'session',
  'gate',
  'source',
  'delivery',
  'name',
  'runner',
] as const
const DELIVERY: Record<string, keyof Delivery> = {
  'show-ok': 'showOk',
  'show-alerts': 'showAlerts',
  indicator: 'indicator',
}

const EXAMPLES = `
Sources:  threadbeat set source git off --thread 3       SOURCE off, next (told with the next beat), now (may wake), or default
Delivery: threadbeat set delivery show-ok on --thread 3  show-ok, show-alerts or indicator: on, off, or default (the app's)
Caps:     threadbeat set caps "fleet usd 2/day, thread usd 0.5/day, thread:3 starts 20/day, runner:claude tokens 1000000/month"
          (thread: each by itself; thread:3: this one instead), or default, or off
Runners:  threadbeat set runner claude --thread 3 --model quick=haiku daily=opus --effort daily=high --profile message=tidy
          threadbeat set runner --thread 3 -- PROGRAM ARGUMENT…
          TURN is quick, hourly, daily or message; what is not named is the runner's own choice. A new choice replaces the whole of the old one.`

export function addSetCommand(program: Command, cx: Context): void {
  program
    .command('set')
    .description('change a setting of the app, or of a thread with --thread; without a key: show them')
    .argument('[key]', `app: ${KEYS.map(spelledSetting).join(', ')}; thread: ${THREAD_KEYS.join(', ')}`)
    .argument(
      '[value...]',
      'such as 30m, 3, off, 09:00-18:00, default; for runner: local, claude, codex, copilot, or -- PROGRAM ARGUMENT…',
    )
    .option('-t, --thread <thread>', 'number, name, path or the beginning of a name')
    .option('-y, --yes', 'set a runner without asking')
    .option(
      '--reply-path <path>',
      'for a program of your own: where the reply stands in the JSON that it prints, such as result',
    )
    .option('--program <path>', 'where the runner is, if it is not found by itself')
    .option('--model <turn=model...>', 'for beats of that tier, or messages')
    .option('--effort <turn=level...>', 'low, medium, high')
    .option('--profile <turn=profile...>', 'what it may do: look, tidy, full')
    .addOption(
      new Option('--billing <kind>', 'who pays: a subscription, or an API key by the token').choices([
        'plan',
        'api',
      ]),
    )
    .option('--fallback <model...>', 'in this order when a model is not available')
    .option('--env <name=value...>', 'for the runner’s environment')
    .option('--bypass <duration>', 'switch the runner’s own permission checks off for so long; dangerous')
    .addHelpText('after', EXAMPLES)
    .action((key: string | undefined, value: string[], o: { thread?: string } & RunnerOptions) =>
      o.thread === undefined ? setApp(cx, key, value) : setThread(cx, o.thread, key, value, o),
    )
}

async function setApp(cx: Context, key: string | undefined, value: readonly string[]): Promise<void> {
  if (key === undefined) {
    const {
      fleet: { settings },
      threads,
    } = (await snapshotOf(cx)).snapshot
    const caps = settings.caps.length === 0 ? ['off'] : settings.caps.map((cap) => capText(cap, threads))
    return cx.out.table([
      ...SINGLE_KEYS.map((k) => [spelledSetting(k), writeValue(k, settings[k])]),
      ...caps.map((cap, i) => [i === 0 ? 'caps' : '', cap]),
    ])
  }
  const known = KEYS.find((k) => k === key || spelledSetting(k) === key)
  if (known === undefined) {
    throw usageError(
      (THREAD_KEYS as readonly string[]).includes(key)
        ? `"${key}" belongs to a thread: add --thread THREAD`
        : `There is no setting "${key}". Settings: ${KEYS.map(spelledSetting).join(', ')}`,
    )
  }
  if (known === 'caps') return setCaps(cx, value.join(' '))
  if (value.join(' ') === 'default') {
    const reset = await (await cx.session()).client.settings.reset({ keys: [known] })
    return cx.out.line(`${spelledSetting(known)} is ${writeValue(known, reset[known])}`)
  }
  const change: SettingsChange = { [known]: readValue(known, value.join(' '), cx.now()) }
  const { client } = await cx.session()
  const settings = await client.settings.change(change)
  cx.out.line(`${spelledSetting(known)} is ${writeValue(known, settings[known])}`)
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

async function setThread(
  cx: Context,
  name: string,
  key: string | undefined,
  value: readonly string[],
  options: RunnerOptions,
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  if (key === undefined || value.length === 0)
    throw usageError(`threadbeat set KEY VALUE --thread ${thread.number}; keys: ${THREAD_KEYS.join(', ')}`)
  if (key === 'runner') return setRunner(cx, thread, value, options)
  await client.threads.change({
    id: thread.id,
    ...(key === 'source'
      ? { sources: readSources(thread.sources, value) }
      : key === 'delivery'
        ? { delivery: readDelivery(thread.delivery, value) }
        : readThreadChange(key, value.join(' '))),
  })
  cx.out.line(`${thread.number} ${plain(thread.name)}: ${key} is ${plain(value.join(' '))}`)
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
    case 'active-hours':
      return { activeHours: text === 'off' ? null : readActiveHours(text) }
    default:
      throw usageError(`A thread has no setting "${key}". Settings: ${THREAD_KEYS.join(', ')}`)
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
  const to = more.length === 0 ? SOURCE_SWITCHES.find((s) => s === text) : undefined
  return {
    ...others,
    [source]:
      to ??
      refuse(
        `source ${source}`,
        [text, ...more].join(' '),
        `${SOURCE_SWITCHES.join(', ')} or default (${SOURCE_DEFAULT[source]})`,
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
  const match = /^(\S+?)\s*[-–]\s*(\d\S*)(?:\s+(\S+))?$/.exec(text.trim())
  if (match === null)
    return refuse(
      'active-hours',
      text,
      'off or START-END, such as 09:00-18:00, with a time zone if it is not yours',
    )
  return { start: match[1] ?? '', end: match[2] ?? '', timeZone: match[3] ?? '' }
}

async function setRunner(
  cx: Context,
  thread: ThreadView,
  value: readonly string[],
  options: RunnerOptions,
): Promise<void> {
  const agent = readRunner(value, options, cx.now())
  const { client } = await cx.session()
  const found =
    agent.kind === 'cli' ? ((await client.agents.list()).find((r) => r.cli === agent.cli) ?? null) : null
  showRunner(cx, `Runner of ${thread.number} ${exact(thread.name)}`, thread.repoPath, agent, found)
  if (agent.kind !== 'local' && options.yes !== true && !(await confirm('Execute exactly this from now on?')))
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
  await client.threads.setAgent({ id: thread.id, agent, confirmed: true })
  cx.out.line('Set.')
}
