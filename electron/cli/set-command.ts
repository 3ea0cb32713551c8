import type { Command } from 'commander'
import type { AgentConfig } from '../../shared/agent-config.ts'
import type { Settings, SettingsChange } from '../../shared/settings.ts'
import type { ActiveHours, ThreadChange } from '../../shared/thread.ts'
import { formatDuration, parseDuration } from '../../shared/time.ts'
import { confirm, snapshotOf, type Context } from './context.ts'
import { CliError, usageError } from './errors.ts'
import { findThread } from './find-thread.ts'
import { plain } from './text.ts'

const FOREVER = 8_640_000_000_000_000

/** How each setting is written; the bounds are the contract's business. */
const KINDS: Record<keyof Settings, 'count' | 'duration' | 'moment' | 'word'> = {
  maxRuns: 'count', maxHeartbeats: 'count', defaultIntervalMs: 'duration', quickLimitMs: 'duration', hourlyLimitMs: 'duration', dailyLimitMs: 'duration',
  ackMaxChars: 'count', mutedUntil: 'moment', workPerBeat: 'count', theme: 'word', trayIcons: 'word', closeToTray: 'word',
}
const KEYS = Object.keys(KINDS) as (keyof Settings)[]
const THREAD_KEYS = ['interval', 'active-hours', 'daily-at', 'name', 'runner'] as const

/** "defaultIntervalMs" → "default-interval" */
const spelled = (key: string): string => key.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface RunnerOptions {
  readonly yes?: true
  readonly replyPath?: string
}

export function addSetCommand(program: Command, cx: Context): void {
  program.command('set').description('change a setting of the app, or of a thread with --thread; without a key: show them')
    .argument('[key]', `app: ${KEYS.map(spelled).join(', ')}; thread: ${THREAD_KEYS.join(', ')}`)
    .argument('[value...]', 'such as 30m, 3, off, 09:00-18:00; for runner: local, or -- PROGRAM ARGUMENT…')
    .option('-t, --thread <thread>', 'number, name, path or the beginning of a name').option('-y, --yes', 'set a runner without asking')
    .option('--reply-path <path>', 'for runner: where the reply stands in the JSON that the program prints, such as result')
    .action((key: string | undefined, value: string[], o: { thread?: string } & RunnerOptions) => (o.thread === undefined ? setApp(cx, key, value) : setThread(cx, o.thread, key, value, o)))
}

async function setApp(cx: Context, key: string | undefined, value: readonly string[]): Promise<void> {
  if (key === undefined) {
    const { settings } = (await snapshotOf(cx)).snapshot.fleet
    return cx.out.table(KEYS.map((k) => [spelled(k), written(KINDS[k], settings[k])]))
  }
  const known = KEYS.find((k) => k === key || spelled(k) === key)
  if (known === undefined) {
    throw usageError((THREAD_KEYS as readonly string[]).includes(key) ? `"${key}" belongs to a thread: add --thread THREAD` : `There is no setting "${key}". Settings: ${KEYS.map(spelled).join(', ')}`)
  }
  const change: SettingsChange = { [known]: readValue(known, value.join(' '), cx.now()) }
  const { client } = await cx.session()
  const settings = await client.settings.change(change)
  cx.out.line(`${spelled(known)} is ${written(KINDS[known], settings[known])}`)
}

export function readValue(key: keyof Settings, text: string, now: number): string | number | null {
  if (text === '') throw usageError(`${spelled(key)} needs a value`)
  switch (KINDS[key]) {
    case 'word': return text
    case 'count': return Number.isInteger(Number(text)) ? Number(text) : refuse(key, text, 'a whole number')
    case 'duration': return text === 'off' ? 0 : (parseDuration(text, 'm') ?? refuse(key, text, 'a duration such as 8m or 1h30m'))
    case 'moment': {
      if (text === 'off') return null
      if (text === 'forever') return FOREVER
      const duration = parseDuration(text, 'm')
      return duration !== null ? now + duration : (Number.isNaN(Date.parse(text)) ? refuse(key, text, 'off, forever, a duration or a date') : Date.parse(text))
    }
  }
}
const refuse = (key: string, text: string, wanted: string): never => {
  throw usageError(`${spelled(key)} must be ${wanted}, got "${text}"`)
}

function written(kind: (typeof KINDS)[keyof Settings], value: string | number | null): string {
  if (value === null) return 'off'
  if (kind === 'duration') return value === 0 ? 'off' : formatDuration(Number(value))
  return kind === 'moment' ? (value === FOREVER ? 'forever' : new Date(Number(value)).toISOString()) : String(value)
}

async function setThread(cx: Context, name: string, key: string | undefined, value: readonly string[], options: RunnerOptions): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  if (key === undefined || value.length === 0) throw usageError(`threadbeat set KEY VALUE --thread ${thread.number}; keys: ${THREAD_KEYS.join(', ')}`)
  if (key === 'runner') return setRunner(cx, thread, value, options)
  await client.threads.change({ id: thread.id, ...readThreadChange(key, value.join(' ')) })
  cx.out.line(`${thread.number} ${plain(thread.name)}: ${key} is ${value.join(' ')}`)
}

export function readThreadChange(key: string, text: string): ThreadChange {
  switch (key) {
    case 'name': return { name: text }
    case 'interval': return { intervalMs: text === 'off' ? 0 : (parseDuration(text, 'm') ?? refuse(key, text, 'off or a duration such as 8m or 1h30m')) }
    case 'daily-at': return { dailyAt: text === 'off' ? null : text }
    case 'active-hours': return { activeHours: text === 'off' ? null : readActiveHours(text) }
    default: throw usageError(`A thread has no setting "${key}". Settings: ${THREAD_KEYS.join(', ')}`)
  }
}

/** "09:00-18:00" or "22:00–06:00 Europe/Berlin"; the contract says whether hours and zone exist. */
function readActiveHours(text: string): ActiveHours {
  const match = /^(\S+?)\s*[-–]\s*(\d\S*)(?:\s+(\S+))?$/.exec(text.trim())
  if (match === null) return refuse('active-hours', text, 'off or START-END, such as 09:00-18:00, with a time zone if it is not yours')
  return { start: match[1] ?? '', end: match[2] ?? '', timeZone: match[3] ?? '' }
}

async function setRunner(cx: Context, thread: { id: Parameters<typeof findThread>[0][number]['id']; number: number; name: string; repoPath: string }, value: readonly string[], { yes, replyPath }: RunnerOptions): Promise<void> {
  const agent: AgentConfig = value.length === 1 && value[0] === 'local' ? { kind: 'local' } : { kind: 'command', argv: [...value], ...(replyPath !== undefined && { replyPath }), env: {} }
  const words = agent.kind === 'local' ? 'Local checks' : plain(JSON.stringify(agent.argv))
  cx.out.line(`Runner of ${thread.number} ${plain(thread.name)}: ${words}${agent.kind === 'local' ? '' : `, started in ${thread.repoPath} at each beat${replyPath === undefined ? '' : `; its reply is read at ${plain(replyPath)}`}`}`)
  if (agent.kind !== 'local' && yes !== true && !(await confirm('Execute exactly this from now on?'))) throw new CliError('Nothing was changed. Without a terminal: add --yes')
  const { client } = await cx.session()
  await client.threads.setAgent({ id: thread.id, agent, confirmed: true })
  cx.out.line('Set.')
}
