import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { confirm, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'

/** backup, restore and salvage: copies of the history, also when it cannot be opened any more. */
export function addBackupCommands(program: Command, cx: Context): void {
  program
    .command('backup')
    .description('a checked copy of the history, now; it lies in the folder "backups" of the data folder')
    .action(async () => {
      const { client } = await cx.session()
      const made = await client.backups.make()
      cx.out.line(`${plain(made.name)}: ${made.bytes} bytes, checked.`)
    })
  program
    .command('restore')
    .description(
      'put a backup in the place of the history, which stays beside the backups; without a name: list ' +
        'them. The app must not run',
    )
    .argument('[name]', 'of a backup, or: last')
    .option('-y, --yes', 'without asking')
    .action((name: string | undefined, o: { yes?: true }) => restore(cx, name, o.yes === true))
  program
    .command('salvage')
    .description('save everything that can still be read of a damaged history, as JSON lines')
    .argument('<file>', 'the file to write; it must not be there yet')
    .action((file: string) => save(cx, path.resolve(file)))
}

async function restore(cx: Context, name: string | undefined, isSure: boolean): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  const { listBackups, restoreNow } = await import('../engine.ts')
  const backups = listBackups(path.join(dataDir, 'backups'))
  if (name === undefined) {
    if (backups.length === 0) return cx.out.line(`There is no backup in ${plain(dataDir)}.`)
    return cx.out.table(
      backups.map((b) => [
        plain(b.name),
        new Date(b.at).toISOString(),
        `${b.bytes} bytes`,
        b.verified === null ? 'not checked' : b.verified ? 'checked' : 'damaged',
      ]),
    )
  }
  const chosen = backups.find((b) => (name === 'last' ? b.verified !== false : b.name === name))
  if (chosen === undefined)
    throw new CliError(
      backups.length === 0
        ? `There is no backup in ${plain(dataDir)}.`
        : `There is no backup "${plain(name)}". There are: ${backups.map((b) => plain(b.name)).join(', ')}`,
    )
  if (
    !isSure &&
    !(await confirm(`Go back to ${plain(chosen.name)}? What is there now stays beside the backups.`))
  )
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
  const done = restoreNow(dataDir, chosen.name)
  if (!done.ok) throw new CliError(done.error)
  cx.out.line(`Restored ${plain(chosen.name)}.`)
}

async function save(cx: Context, target: string): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  if (!existsSync(path.join(dataDir, 'threadbeat.db')))
    throw new CliError(`There is no history in ${plain(dataDir)}.`)
  const { salvageTo } = await import('../engine.ts')
  const done = salvageTo(dataDir, target)
  if (!done.ok) throw new CliError(done.error)
  cx.out.line(`Saved ${done.value.rows} rows to ${plain(target)}.`)
  if (done.value.damaged.length > 0) cx.out.note(`Not all could be read of: ${done.value.damaged.join(', ')}`)
}
