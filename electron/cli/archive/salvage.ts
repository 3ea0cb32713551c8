import { existsSync } from 'node:fs'
import path from 'node:path'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'

export const salvageCommand: Define = (command, cx) =>
  command
    .description('save everything that can still be read of a damaged history, as JSON lines')
    .argument('<file>', 'the file to write; it must not be there yet')
    .action((file: string) => salvage(cx, path.resolve(file)))

async function salvage(cx: Context, target: string): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  if (!existsSync(path.join(dataDir, 'threadbeat.db')))
    throw new CliError(`There is no history in ${plain(dataDir)}.`)
  const { salvageTo } = await import('../engine.ts')
  const salvaged = salvageTo(dataDir, target)
  if (!salvaged.ok) throw new CliError(salvaged.error)
  const { rows, damaged } = salvaged.value
  cx.out.line(`Saved ${rows} rows to ${plain(target)}.`)
  if (damaged.length > 0) cx.out.note(`Not all could be read of: ${damaged.join(', ')}`)
}
