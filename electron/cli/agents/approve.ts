import {
  differingFiles,
  commandFilePlace,
  filesAside,
  leftOutText,
  notShownText,
  type ApprovalView,
  type CommandFile,
  type LeftOutLines,
} from '../../../shared/agents/approval.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { confirm } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, plain } from '../kit/text.ts'

export const approveCommand: Define = (command, cx) =>
  command
    .description('see the commands that stand in HEARTBEAT.md, and approve exactly those')
    .argument('<thread>', THREAD_WORDS)
    .option('--yes <hash...>', 'approve these without asking; hashes as shown, at least 12 letters of each')
    .option('--revoke', 'take approvals back: those of --yes, or all')
    .option('--json', 'only list, for programs')
    .action((name: string, o: ApproveOptions) => approve(cx, name, o))

interface ApproveOptions {
  readonly yes?: string[]
  readonly revoke?: true
  readonly json?: true
}

const SHORT_HASH = 12

async function approve(cx: Context, name: string, { yes, revoke, json }: ApproveOptions): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const { commands: listed, leftOut, missing } = await client.approvals.list({ id: thread.id })
  if (leftOut !== null) tellLeftOut(cx, leftOut)
  for (const { line, why } of missing.slice(0, LEFT_OUT_NAMED))
    cx.out.note(`Line ${line} runs nothing: ${exact(why)}.`)
  if (json === true) return cx.out.json(listed)
  if (listed.length === 0) {
    if (leftOut === null && missing.length === 0)
      cx.out.line(`HEARTBEAT.md of ${plain(thread.name)} names no command that would be executed.`)
    return
  }
  show(cx, listed, thread.repoPath)
  const on = revoke !== true
  const candidates = listed.filter((a) => (a.approvedAt === null) === on)
  const chosen = yes === undefined ? candidates : yes.map((hash) => byHash(listed, hash))
  if (chosen.length === 0) return cx.out.line(on ? 'All of them are approved.' : 'None of them is approved.')
  if (yes === undefined && on) {
    if (!process.stdin.isTTY)
      throw new CliError('Nothing was approved: nobody is there to ask. Name the hashes: --yes HASH …')
    if (
      !(await confirm(
        `Approve ${chosen.length === 1 ? 'this command' : `these ${chosen.length} commands`}, exactly as shown?`,
      ))
    )
      throw new CliError('Nothing was approved.')
  }
  await client.approvals.set({
    id: thread.id,
    hashes: chosen.map((a) => a.hash),
    approved: on,
    confirmed: true,
  })
  cx.out.line(`${chosen.length} ${on ? 'approved' : 'not approved any more'}.`)
}

/** Beside what is listed, as `--json` prints it. */
function tellLeftOut(cx: Context, leftOut: LeftOutLines): void {
  cx.out.note(leftOutText(leftOut))
  const named = leftOut.lines.slice(0, LEFT_OUT_NAMED)
  for (const { line, text } of named) cx.out.note(`  line ${line}: ${exact(text.trim())}`)
  const more = leftOut.lines.length - named.length
  if (more > 0) cx.out.note(`  and ${more} more`)
}
const LEFT_OUT_NAMED = 50

function show(cx: Context, listed: readonly ApprovalView[], folder: string): void {
  const { colors } = cx.out
  for (const a of listed) {
    cx.out.line(
      `${a.approvedAt === null ? colors.yellow(a.changed ? '○ changed since it was approved' : '○ not approved') : colors.green('✓ approved')}  ${colors.dim(a.hash.slice(0, SHORT_HASH))}`,
    )
    // Quoted, so that what is one argument and what are two cannot be mistaken.
    cx.out.line(
      a.kind === 'shell'
        ? `  with a shell: ${exact(a.text)}`
        : `  arguments: ${exact(JSON.stringify(a.argv))}`,
    )
    showFiles(cx, a, folder)
    for (const task of a.tasks) cx.out.line(colors.dim(`  in: ${exact(task.trim())}`))
  }
}

/**
 * What of the repository's files runs, what of them is too long to be shown, what belongs to it besides, and what of it
 * is not watched. `folder`: the repository's.
 */
export function showFiles({ out }: Context, a: ApprovalView, folder: string): void {
  const { dim, yellow } = out.colors
  for (const { lines, notShown } of filesOf(a, folder)) {
    for (const line of lines) out.line(dim(`  ${line}`))
    for (const words of notShown) out.line(yellow(`  ${exact(words)}`))
  }
  const aside = filesAside(a)
  if (aside.length > 0) out.line(dim(`  part of it as well: ${aside.map(exact).join(', ')}`))
  for (const limit of a.limits) out.line(dim(`  ${exact(limit)}`))
}

interface FileLines {
  readonly lines: readonly string[]
  readonly notShown: readonly string[]
}

/** What of the repository's files runs: as it is now, or what changed since it was approved, line by line. */
function filesOf({ files, filesBefore }: ApprovalView, folder: string): readonly FileLines[] {
  const parts = files.filter(({ aside }) => !aside)
  const notShown = (of: readonly CommandFile[]): readonly string[] =>
    of.flatMap((file) => notShownText(file, folder) ?? [])
  const inside = (text: string, mark: string): readonly string[] =>
    text.split('\n').map((line) => `${mark}${exact(line)}`)
  if (filesBefore === null)
    return parts.map((f) => ({
      lines: [exact(commandFilePlace(f)), ...inside(f.text, '  | ')],
      notShown: notShown([f]),
    }))
  const changed = differingFiles(filesBefore, files)
  if (changed.length === 0)
    return [{ lines: ['a file it runs changed where it is too long to be shown'], notShown: notShown(parts) }]
  return changed.map((f) => ({
    lines: [
      `${exact(f.file)}, as you approved it (-) and as it is now (+)`,
      ...inside(lineDiff(f.before, f.now), '  '),
    ],
    notShown: notShown(parts.filter(({ file }) => file === f.file)),
  }))
}

function byHash(listed: readonly ApprovalView[], hash: string): ApprovalView {
  if (!/^[0-9a-f]{12,64}$/.test(hash)) throw usageError(`A hash has 12 to 64 letters 0–9 a–f, got "${hash}"`)
  const [match, second] = listed.filter((a) => a.hash.startsWith(hash))
  if (match === undefined)
    throw new CliError(`None of the commands has the hash ${hash}; HEARTBEAT.md may have changed since.`)
  if (second !== undefined) throw usageError(`${hash} fits several; give more of it.`)
  return match
}
