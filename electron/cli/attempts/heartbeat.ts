import type { Scope, Trigger } from '../../../shared/attempts/action.ts'
import { whenWords } from '../../../shared/attempts/action-words.ts'
import type { ActionsSettings } from '../../../shared/contract/attempts.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain, shownLine } from '../kit/text.ts'

export const heartbeatCommand: Define = (command, cx) => {
  command
    .description(
      'what the agent of a measured thread is asked at times: to reflect, to change its approach, your own',
    )
    .argument('[thread]', THREAD_WORDS)
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { json?: true }) => show(cx, name, o.json === true))
  command
    .command('set')
    .description('change when something is asked, or add a prompt of your own')
    .argument('<thread>', THREAD_WORDS)
    .argument('<action>', 'its name, as `heartbeat` shows it')
    .option('--every <runs>', 'runs, from 1')
    .option('--when <trigger>', 'interval or stagnation: after so many runs without progress')
    .option('--scope <scope>', 'agent: its own runs; team: those of all with this metric')
    .option('--prompt <text>', 'given to the agent as it stands')
    .action((name: string, action: string, o: SetOptions) => set(cx, name, action, o))
  command
    .command('remove')
    .description('ask for it no more; reflect and consolidate cannot be removed')
    .argument('<thread>', THREAD_WORDS)
    .argument('<action>', 'its name')
    .option('--scope <scope>', 'agent or team')
    .action((name: string, action: string, o: { scope?: string }) => remove(cx, name, action, o.scope))
  command
    .command('reset')
    .description('back to what is built in')
    .argument('<thread>', THREAD_WORDS)
    .option('--scope <scope>', 'agent or team; both without it')
    .action((name: string, o: { scope?: string }) => reset(cx, name, o.scope))
}

interface SetOptions {
  readonly every?: string
  readonly when?: string
  readonly scope?: string
  readonly prompt?: string
}

const found = async (cx: Context, name: string) => {
  const { client, snapshot } = await snapshotOf(cx)
  return { client, thread: findThread(snapshot.threads, name) }
}

async function show(cx: Context, name: string | undefined, json: boolean): Promise<void> {
  if (name === undefined) throw usageError('Name a thread: threadbeat heartbeat THREAD')
  const { client, thread } = await found(cx, name)
  const settings = await client.attempts.settings({ id: thread.id })
  if (json) return cx.out.json(settings)
  cx.out.line(`${thread.number} ${plain(thread.name)}`)
  tell(cx, settings)
  for (const { by, what } of settings.changes.slice(0, CHANGES_SHOWN))
    cx.out.line(cx.out.colors.dim(`  ${by}: ${shownLine(what)}`))
}
const CHANGES_SHOWN = 5

function tell(cx: Context, { actions, notices, problems }: ActionsSettings): void {
  for (const action of actions) cx.out.line(`  ${action.name}: ${whenWords(action)}`)
  for (const problem of [...problems, ...notices.map(({ message }) => message)])
    cx.out.line(`  ! ${shownLine(problem)}`)
}

async function set(cx: Context, name: string, action: string, o: SetOptions): Promise<void> {
  const { client, thread } = await found(cx, name)
  const every = o.every === undefined ? undefined : wholeNumber(o.every)
  const scope = scopeOf(o.scope)
  const change = { name: action, every, scope, trigger: triggerOf(o.when), prompt: o.prompt }
  tell(cx, await client.attempts.set({ id: thread.id, action: change }))
}

async function remove(cx: Context, name: string, action: string, scope: string | undefined): Promise<void> {
  const { client, thread } = await found(cx, name)
  tell(cx, await client.attempts.remove({ id: thread.id, name: action, scope: scopeOf(scope) }))
}

async function reset(cx: Context, name: string, scope: string | undefined): Promise<void> {
  const { client, thread } = await found(cx, name)
  tell(cx, await client.attempts.reset({ id: thread.id, scope: scopeOf(scope) }))
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`--every is a whole number of runs from 1, got "${text}"`)
  return Number(text)
}

function triggerOf(text: string | undefined): Trigger | undefined {
  if (text === undefined || text === 'interval' || text === 'stagnation') return text
  throw usageError(`--when is interval or stagnation, got "${text}"`)
}

function scopeOf(text: string | undefined): Scope | undefined {
  if (text === undefined || text === 'agent' || text === 'team') return text
  throw usageError(`--scope is agent or team, got "${text}"`)
}
