import type { HookView } from '../../../shared/contract/threads.ts'
import { matchSequences } from '../../../shared/base/sequence-diff.ts'
import type { Colors } from '../kit/colors.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, plain } from '../kit/text.ts'

/** Git hooks that report to Threadbeat: hooks show, install, remove. */
export const hooksCommand: Define = (hooks, cx) => {
  hooks.description(
    'git hooks that tell Threadbeat of commits, merges, checkouts and rebases; they never hold git up',
  )
  hooks
    .command('show')
    .description('what would be written, as a difference')
    .argument('<thread>', THREAD_WORDS)
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => show(cx, name, o.json === true))
  hooks
    .command('install')
    .description('write exactly what is shown')
    .argument('<thread>', THREAD_WORDS)
    .option('-y, --yes', 'without asking')
    .action((name: string, o: { yes?: true }) => install(cx, name, o.yes === true))
  hooks
    .command('remove')
    .description('take out what was written; your own lines stay')
    .argument('<thread>', THREAD_WORDS)
    .option('-y, --yes', 'without asking')
    .action((name: string, o: { yes?: true }) => remove(cx, name, o.yes === true))
}

async function planOf(cx: Context, name: string) {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  return {
    client,
    thread,
    who: `${thread.number} ${plain(thread.name)}`,
    plan: await client.hooks.plan({ id: thread.id }),
  }
}

async function show(cx: Context, name: string, json: boolean): Promise<void> {
  const { plan, who, thread } = await planOf(cx, name)
  if (json) return cx.out.json(plan)
  showPlan(cx, plan)
  if (plan.problem !== null)
    return cx.out.line(cx.out.colors.yellow(`Nothing can be installed: ${plain(plan.problem)}`))
  cx.out.line(
    plan.installed
      ? `Installed for ${who}.`
      : `Not installed. Install exactly this: threadbeat hooks install ${thread.number}`,
  )
}

async function install(cx: Context, name: string, yes: boolean): Promise<void> {
  const { client, plan, who, thread } = await planOf(cx, name)
  if (plan.problem !== null) throw new CliError(`Nothing was installed: ${plan.problem}`)
  if (plan.installed && plan.files.every((f) => f.before === f.after))
    return cx.out.line(`Installed for ${who} already.`)
  showPlan(cx, plan)
  await requireYes(yes, 'Write exactly this? Git then runs it.', 'Nothing was written.')
  // The digest is of what was shown: had a hook changed meanwhile, it would be refused.
  await client.hooks.install({ id: thread.id, digest: plan.digest, confirmed: true })
  cx.out.line(`Installed for ${who}.`)
}

async function remove(cx: Context, name: string, yes: boolean): Promise<void> {
  const { client, plan, who, thread } = await planOf(cx, name)
  if (!plan.installed) return cx.out.line(`Nothing is installed for ${who}.`)
  await requireYes(yes, `Take Threadbeat's part out of the git hooks of ${who}?`, 'Nothing was removed.')
  await client.hooks.remove({ id: thread.id })
  cx.out.line(`Removed from ${who}; your own lines are as they were.`)
}

const STATE_WORD: Record<HookView['files'][number]['state'], string> = {
  absent: 'new',
  ours: 'as it should be',
  foreign: 'yours, gets a part of its own',
  outdated: 'outdated',
}

function showPlan(cx: Context, plan: HookView): void {
  const { colors } = cx.out
  cx.out.line(
    `Hooks folder: ${exact(plan.folder)}${plan.managedBy === null ? '' : `, kept by ${exact(plan.managedBy)}`}`,
  )
  for (const file of plan.files) {
    cx.out.line(`${colors.bold(exact(file.path))}  ${STATE_WORD[file.state]}`)
    for (const line of difference(file.before ?? '', file.after))
      cx.out.line(paintOfLine(colors, line)(exact(line)))
  }
}

function paintOfLine(colors: Colors, line: string): (text: string) => string {
  if (line.startsWith('+')) return colors.green
  return line.startsWith('-') ? colors.yellow : colors.dim
}

/** Every line, with a sign in front: "+" comes, "-" goes, " " stays. */
export function difference(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const partner = matchSequences(old, now)
  const shown: string[] = []
  let at = 0
  old.forEach((line, i) => {
    const to = partner[i] ?? -1
    if (to === -1) return void shown.push(`-${line}`)
    while (at < to) shown.push(`+${now[at++] ?? ''}`)
    shown.push(` ${line}`)
    at = to + 1
  })
  while (at < now.length) shown.push(`+${now[at++] ?? ''}`)
  return shown
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
