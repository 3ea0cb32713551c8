import { CLASS_WORDS } from '../../../shared/attempts/class-words.ts'
import type { AttemptClass } from '../../../shared/attempts/counters.ts'
import type { AttemptsView } from '../../../shared/contract/attempts.ts'
import { readLimit, THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain, shownLine } from '../kit/text.ts'

const MOST = 10_000

export const attemptsCommand: Define = (command, cx) =>
  command
    .description('what came of each measured run of a thread, the newest first')
    .argument('<thread>', THREAD_WORDS)
    .option('--team', 'of all threads that share its metric’s name')
    .option('-n <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string, o: { team?: true; n: string; json?: true }) => show(cx, name, o))

async function show(cx: Context, name: string, o: { team?: true; n: string; json?: true }): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { id } = findThread(snapshot.threads, name)
  const view = await client.attempts.view({ id, team: o.team === true, limit: readLimit(o.n, MOST) })
  if (o.json === true) return cx.out.json(view)
  const { attempts, owed } = view
  if (attempts.length === 0) return cx.out.line('No run was measured yet.')
  cx.out.line(headOf(view))
  if (owed.length > 0) cx.out.line(`Due and not given yet: ${owed.join(', ')}`)
  for (const { run, score, standing, class: of, title, commit, threadName } of attempts)
    cx.out.line(
      [
        ...(o.team === true ? [plain(threadName)] : []),
        `run ${run}`,
        score === null ? withoutScore(of) : String(score),
        of === 'real' ? standing : CLASS_WORDS[of],
        (commit ?? '').slice(0, 12),
        shownLine(title),
      ]
        .filter((part) => part !== '')
        .join('  '),
    )
}

const withoutScore = (of: AttemptClass): string => (of === 'real' ? 'FAILED' : 'no score')

function headOf({ best, stalled, metric }: AttemptsView): string {
  const noise = metric?.noise == null ? '' : `, noise ${metric.noise}`
  return best === null
    ? `No best yet, ${stalled} without progress`
    : `Best ${best}, ${stalled} without progress${noise}`
}
