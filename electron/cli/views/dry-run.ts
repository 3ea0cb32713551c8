import { Option } from 'commander'
import type { DryRun } from '../../../shared/contract/beats.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const dryRunCommand: Define = (command, cx) =>
  command
    .description('what a beat would do now, with its prompt word for word; nothing is started')
    .argument('<thread>', THREAD_WORDS)
    .addOption(new Option('--tier <tier>', 'this tier and those below it').choices([...TIERS]))
    .option('--json', 'for programs')
    .action((name: string, o: { tier?: Tier; json?: true }) => dryRun(cx, name, o))

const WOULD_WORD: Record<DryRun['would'], string> = {
  start: 'A beat would start',
  skip: 'A beat would be skipped',
  refuse: 'A beat would be refused',
}

async function dryRun(
  cx: Context,
  name: string,
  { tier, json }: { tier?: Tier; json?: true },
): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const rehearsal = await client.dryRun({ id: thread.id, ...(tier !== undefined && { tier }) })
  if (json === true) return cx.out.json({ number: thread.number, name: thread.name, ...rehearsal })
  // The prompt alone goes to stdout, so that it can be kept or compared.
  const { would, because, tiers, tasks, events, prompt } = rehearsal
  cx.out.note(`${thread.number} ${thread.name}: ${WOULD_WORD[would]}: ${because}`)
  if (tiers.length > 0)
    cx.out.note(
      `Tiers: ${tiers.map((t) => TIER_WORD[t]).join(', ')}; ` +
        `${plural(tasks.length, 'task')}, ${plural(events, 'event')}.`,
    )
  if (prompt === null) for (const task of tasks) cx.out.line(plain(task))
  else cx.out.line(plain(prompt))
}
