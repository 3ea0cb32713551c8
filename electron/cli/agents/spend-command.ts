import type { Command } from 'commander'
import { NEAR, shareOf, wordsOfUse } from '../../../shared/agents/budget.ts'
import { plural } from '../../../shared/base/plural.ts'
import { capText, scopeWords } from './caps-text.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { count, iso, money } from '../kit/text.ts'

export function addSpendCommand(program: Command, cx: Context): void {
  program
    .command('spend')
    .description('what agents used up today, and how full the caps are')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => spend(cx, o.json === true))
}

async function spend(cx: Context, json: boolean): Promise<void> {
  const {
    client,
    snapshot: { threads },
  } = await snapshotOf(cx)
  const { today, caps, byThread, byDay } = await client.agents.spend()
  const numberOf = (id: string): number | null => threads.find((t) => t.id === id)?.number ?? null
  if (json) {
    return cx.out.json({
      today: { starts: today.starts, saved: today.startsSaved, tokens: today.tokens, usd: today.usd },
      tomorrow: today.tomorrow,
      caps: caps.map((use) => ({
        ...use.cap,
        text: capText(use.cap, threads),
        used: use.used,
        share: shareOf(use),
      })),
      threads: byThread.map((t) => ({ number: numberOf(t.threadId), ...t })),
      days: byDay.map((day) => ({ ...day, at: iso(day.at) })),
    })
  }
  const { colors } = cx.out
  cx.out.table([
    [
      { text: 'Today', paint: colors.bold },
      `${plural(today.starts, 'start')}, ${plural(today.startsSaved, 'start')} saved because nothing ` +
        `had changed, ${count(today.tokens)} tokens, ${money(today.usd)} by API key`,
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
  cx.out.table(
    caps.map((use) => {
      const share = shareOf(use)
      return [
        '',
        scopeWords(use.cap, threads),
        wordsOfUse(use),
        {
          text: `${Math.floor(share * 100)} %`,
          paint: share >= 1 ? colors.red : share >= NEAR ? colors.yellow : colors.dim,
        },
      ]
    }),
  )
  if (byThread.length === 0) return
  cx.out.line(`\n${colors.bold('Threads today')}`)
  cx.out.table(
    byThread.map((t) => [
      '',
      `${numberOf(t.threadId) ?? '–'} ${t.name}`,
      plural(t.starts, 'start'),
      `${t.saved} saved`,
      `${count(t.tokens)} tokens`,
      money(t.usd),
    ]),
  )
}
