import { money, plural } from '../../../shared/base/amounts.ts'
import { NEAR, shareOf, wordsOfUse, type CapUse } from '../../../shared/agents/budget.ts'
import type { SpendReport } from '../../../shared/contract/agents.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import type { Cell } from '../kit/output.ts'
import { count, iso } from '../kit/text.ts'
import { capText, scopeWords } from './caps-text.ts'

export const spendCommand: Define = (command, cx) =>
  command
    .description('what agents used up today, and how full the caps are')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => spend(cx, o.json === true))

async function spend(cx: Context, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const report = await client.agents.spend()
  if (json) cx.out.json(spendJson(report, snapshot.threads))
  else showSpend(cx, report, snapshot.threads)
}

const numberOf = (threads: readonly ThreadView[], id: string): number | null =>
  threads.find((t) => t.id === id)?.number ?? null

const spendJson = ({ today, caps, byThread, byDay }: SpendReport, threads: readonly ThreadView[]) => ({
  today: { starts: today.starts, saved: today.startsSaved, tokens: today.tokens, usd: today.usd },
  tomorrow: today.tomorrow,
  caps: caps.map((use) => ({
    ...use.cap,
    text: capText(use.cap, threads),
    used: use.used,
    share: shareOf(use),
  })),
  threads: byThread.map((t) => ({
    number: numberOf(threads, t.threadId), // null: it was removed
    ...t,
  })),
  days: byDay.map((day) => ({ ...day, at: iso(day.at) })),
})

function showSpend(
  cx: Context,
  { today, caps, byThread }: SpendReport,
  threads: readonly ThreadView[],
): void {
  const { colors } = cx.out
  cx.out.table([
    [
      { text: 'Today', paint: colors.bold },
      `${plural(today.starts, 'start')}, ${plural(today.startsSaved, 'start')} saved because nothing ` +
        `needed an agent, ${count(today.tokens)} tokens, ${money(today.usd)} by API key`,
    ],
    [
      { text: 'Tomorrow', paint: colors.bold },
      today.tomorrow === null
        ? 'too little on record to say'
        : `at this pace ${plural(today.tomorrow.starts, 'start')}, ${money(today.tomorrow.usd)}`,
    ],
  ])
  cx.out.line(`\n${colors.bold('Caps')}`)
  if (caps.length === 0) cx.out.line('  none')
  cx.out.table(caps.map((use) => ['', scopeWords(use.cap, threads), wordsOfUse(use), shareCell(cx, use)]))
  if (byThread.length === 0) return
  cx.out.line(`\n${colors.bold('Threads today')}`)
  cx.out.table(
    byThread.map((t) => [
      '',
      `${numberOf(threads, t.threadId) ?? '–'} ${t.name}`,
      plural(t.starts, 'start'),
      `${t.saved} saved`,
      `${count(t.tokens)} tokens`,
      t.ownServer ? 'not counted: a server of yours' : money(t.usd),
    ]),
  )
}

function shareCell({ out: { colors } }: Context, use: CapUse): Cell {
  const share = shareOf(use)
  const text = `${Math.floor(share * 100)} %`
  if (share >= 1) return { text, paint: colors.red }
  return { text, paint: share >= NEAR ? colors.yellow : colors.dim }
}
