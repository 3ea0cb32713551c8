import { CLASS_WORDS } from '../../../shared/attempts/class-words.ts'
import { HINDRANCE_WORDS } from '../../../shared/attempts/hindrance.ts'
import type { AttemptClass } from '../../../shared/attempts/counters.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { AttemptsView } from '../../../shared/contract/attempts.ts'
import { readLimit, THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, plain, shownLine } from '../kit/text.ts'

const MOST = 10_000

export const attemptsCommand: Define = (command, cx) =>
  command
    .description('what came of each measured run of a thread, the newest first')
    .argument('<thread>', THREAD_WORDS)
    .option('--team', 'of all threads that share its metric’s name')
    .option('-n <count>', 'how many', '20')
    .option('--json', 'for programs')
    .option('--diff <run>', 'what this run has differently from the best of its thread')
    .option('--strike <run>', 'do not believe the score of this run: it is no best')
    .option('--restore <run>', 'believe it again')
    .action((name: string, o: ShowOptions) => show(cx, name, o))

interface ShowOptions {
  readonly team?: true
  readonly n: string
  readonly json?: true
  readonly diff?: string
  readonly strike?: string
  readonly restore?: string
}

async function show(cx: Context, name: string, o: ShowOptions): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { id } = findThread(snapshot.threads, name)
  if (o.diff !== undefined) return difference(cx, id, o.diff)
  if (o.strike !== undefined) return strike(cx, id, { run: o.strike, struck: true })
  if (o.restore !== undefined) return strike(cx, id, { run: o.restore, struck: false })
  const view = await client.attempts.view({ id, team: o.team === true, limit: readLimit(o.n, MOST) })
  if (o.json === true) return cx.out.json(view)
  const { attempts, owed, hindrances } = view
  for (const one of hindrances) cx.out.line(HINDRANCE_WORDS[one])
  if (attempts.length === 0) return cx.out.line('No run was measured yet.')
  if (o.team !== true) cx.out.line(headOf(view))
  if (owed.length > 0) cx.out.line(`Due and not given yet: ${owed.join(', ')}`)
  for (const attempt of attempts) {
    const { number, run, score, class: of, title, commit, threadName } = attempt
    cx.out.line(
      [
        ...(o.team === true ? [plain(threadName)] : []),
        `run ${run} (attempt ${number})`,
        score === null ? withoutScore(of) : String(score),
        wordOf(attempt),
        (commit ?? '').slice(0, 12),
        shownLine(title),
      ]
        .filter((part) => part !== '')
        .join('  '),
    )
  }
}

const wordOf = ({ isStruck, class: of, standing }: AttemptsView['attempts'][number]): string => {
  if (isStruck) return 'struck'
  return of === 'real' ? standing : CLASS_WORDS[of]
}

/** Runs are numbered by thread, attempts over all. */
async function numberOf(cx: Context, id: ThreadId, run: string): Promise<number> {
  const { client } = await snapshotOf(cx)
  const { attempts } = await client.attempts.view({ id, team: false, limit: MOST })
  const attempt = attempts.find((one) => String(one.run) === run)
  if (attempt === undefined) throw usageError(`"${run}" is no run of this thread's attempts`)
  return attempt.number
}

async function difference(cx: Context, id: ThreadId, run: string): Promise<void> {
  const { client } = await snapshotOf(cx)
  const { base, text } = await client.attempts.difference({ id, number: await numberOf(cx, id, run) })
  if (base === null) return cx.out.line('There is no best attempt of this thread with another commit.')
  cx.out.line(`Beside run ${base.run}, the best of this thread with another commit: ${base.score}.`)
  if (text === null) return cx.out.line('One of the two commits is not in the repository any more.')
  for (const line of text.split('\n')) cx.out.line(exact(line))
}

async function strike(
  cx: Context,
  id: ThreadId,
  { run, struck }: { readonly run: string; readonly struck: boolean },
): Promise<void> {
  const { client } = await snapshotOf(cx)
  await client.attempts.strike({ id, number: await numberOf(cx, id, run), struck })
  const { best } = await client.attempts.view({ id, team: false, limit: 1 })
  cx.out.line(
    `Run ${run} is ${struck ? 'struck' : 'restored'}. ${best === null ? 'There is no best' : `The best is ${best}`} now.`,
  )
}

const withoutScore = (of: AttemptClass): string => (of === 'real' ? 'FAILED' : 'no score')

function headOf({ best, stalled, metric }: AttemptsView): string {
  const noise = metric?.noise == null ? '' : `, noise ${metric.noise}`
  return best === null
    ? `No best yet, ${stalled} without progress`
    : `Best ${best}, ${stalled} without progress${noise}`
}
