import { Option } from 'commander'
import { HISTORY_KINDS, HISTORY_OUTCOMES } from '../../../shared/history/history.ts'
import { WAKE_REASONS } from '../../../shared/queue/queue.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import type { Define } from '../kit/command.ts'
import { exportRows, type ExportChoices } from './export-rows.ts'

const EXAMPLES = `
Examples: threadbeat history export --format csv --from 30d --out beats.csv
          threadbeat history export --format jsonl --outcome broken missed --thread 3 | jq .summary
Dates are 2026-11-22, "2026-11-22 09:41", or how long ago, such as 7d. --to a day includes that day.`

/** history export: the rows of a filter, as the window's history exports them. */
export const historyCommand: Define = (command, cx) => {
  const among = (flags: string, about: string, values: readonly string[]): Option =>
    new Option(flags, about).choices(values)
  command
    .description('runs and due times on record')
    .command('export')
    .description('rows of the history as CSV or JSON lines, newest first; to a file, or to be piped on')
    .addOption(
      among('-f, --format <format>', 'csv for table programs, jsonl for scripts', [
        'csv',
        'jsonl',
      ]).makeOptionMandatory(),
    )
    .option('-o, --out <file>', 'the file to write; without it: to the output')
    .option('--force', 'replace a file that stands there')
    .option('-t, --thread <thread...>', 'number, name, path or the beginning of a name')
    .addOption(among('--outcome <outcome...>', 'how it ended', HISTORY_OUTCOMES))
    .addOption(among('--tier <tier...>', 'highest tier of the beat', TIERS))
    .addOption(among('--trigger <trigger...>', 'why it woke', WAKE_REASONS))
    .addOption(among('--kind <kind...>', 'slot: due times without a run of their own', HISTORY_KINDS))
    .option('--runner <name...>', 'by its name, such as "Claude Code"')
    .option('--from <date>', 'not older than this')
    .option('--to <date>', 'not newer than this')
    .option('--text <words>', 'rows that hold all of these words')
    .addHelpText('after', EXAMPLES)
    .action((o: ExportChoices) => exportRows(cx, o))
}
