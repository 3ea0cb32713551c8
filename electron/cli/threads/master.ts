import { MASTER_NUMBER } from '../../../shared/threads/master.ts'
import type { MasterView } from '../../../shared/contract/threads.ts'
import { reportsOf } from '../../../shared/views/reports.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, plain } from '../kit/text.ts'
import { showReports } from './reports.ts'

export const masterCommand: Define = (command, cx) =>
  command
    .description('show or choose the thread that looks after the others; there is none until you choose one')
    .argument('[thread]', THREAD_WORDS)
    .option('--folder', 'a folder that Threadbeat makes for it, as thread 1')
    .option('--off', 'none is the master')
    .option('--json', 'for programs; only without a choice')
    .action((name: string | undefined, o: Options) => master(cx, name, o))

interface Options {
  readonly folder?: true
  readonly off?: true
  readonly json?: true
}

async function master(cx: Context, name: string | undefined, o: Options): Promise<void> {
  const wishes = [name, o.folder, o.off].filter((wish) => wish !== undefined)
  if (wishes.length > 1) throw usageError('Either a thread, --folder or --off, not several.')
  if (o.json === true && wishes.length > 0)
    throw usageError('--json shows the master; it goes with no choice.')
  const { client, snapshot } = await readSnapshotOf(cx)
  if (wishes.length === 0) return show(cx, snapshot, o.json === true)
  const { master: chosen, notes } = await client.threads.setMaster(wishOf(name, o, snapshot.threads))
  cx.out.line(chosen === null ? 'No thread is the master.' : chosenText(chosen))
  for (const note of notes) cx.out.note(plain(note))
}

function wishOf(name: string | undefined, { folder }: Options, threads: readonly ThreadView[]) {
  if (name !== undefined) return { to: 'thread', id: findThread(threads, name).id } as const
  return { to: folder === true ? 'folder' : 'nobody' } as const
}

function show(cx: Context, snapshot: Snapshot, isJson: boolean): void {
  const { threads } = snapshot
  const thread = threads.find(({ role }) => role === 'master')
  if (isJson)
    return cx.out.json(
      thread === undefined
        ? null
        : {
            number: thread.number,
            name: thread.name,
            path: thread.repoPath,
            silent: (reportsOf(threads, cx.now())?.silent ?? []).map((t) => ({
              number: t.number,
              name: t.name,
              since: iso(t.silentSince),
            })),
          },
    )
  cx.out.line(
    thread === undefined
      ? 'No thread is the master. Choose one: threadbeat master THREAD, or --folder'
      : `${called(thread)} is the master: ${plain(thread.repoPath)}`,
  )
  showReports(cx, snapshot)
}

const chosenText = (chosen: MasterView): string =>
  `${called(chosen)} is the master now: ${plain(chosen.repoPath)}` +
  (chosen.trusted
    ? ''
    : `\nIt is not trusted yet, so it does not beat. When you trust it: threadbeat trust ${chosen.number}`) +
  (chosen.hasAgent ? '' : `\n${withoutAgent(chosen.number)}`)

/** What local checks do as the master, and what they cannot. */
const withoutAgent = (number: number): string =>
  'Local checks compare the lists with its daily beat and name silent threads. Ideas beyond that take an agent: ' +
  `threadbeat set runner claude --thread ${number}`

const called = ({ number, name }: { readonly number: number; readonly name: string }): string =>
  `${number} ${plain(name)}${number === MASTER_NUMBER ? '' : ` (also called ${MASTER_NUMBER})`}`
