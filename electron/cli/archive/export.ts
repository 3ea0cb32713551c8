import { plural } from '../../../shared/base/amounts.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { dataDirPath, withPrivateUmask } from '../../machine/disk/data-dir.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'
import { placesText } from './places-text.ts'

export const exportCommand: Define = (command, cx) =>
  command
    .description('everything the app keeps, as one zip; the app may run meanwhile')
    .argument('<file>', 'the zip to write')
    .option(
      '--with-secrets',
      'keep values of environment variables, tokens and webhook secrets; without it they are left out',
    )
    .option('--force', 'replace a file that stands there')
    .action((file: string, o: { withSecrets?: true; force?: true }) =>
      exportAll(cx, command.parent?.version() ?? 'unknown', file, o),
    )

async function exportAll(
  cx: Context,
  appVersion: string,
  file: string,
  o: { withSecrets?: true; force?: true },
): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  const database = path.join(dataDir, 'threadbeat.db')
  if (!existsSync(database)) throw new CliError(`There is nothing to export: ${database} does not exist.`)
  const { exportTo, loadDriver } = await import('../engine.ts')
  const driver = loadDriver()
  // A connection of its own: SQLite lets it read beside the app, which goes on working.
  const db = withPrivateUmask(() => driver.open(database, { readOnly: true }))
  try {
    const target = path.resolve(file)
    const result = await exportTo(
      db,
      dataDir,
      target,
      { withSecrets: o.withSecrets === true, force: o.force === true, appVersion, now: cx.now() },
      driver,
    )
    if (!result.ok) throw new CliError(result.error)
    const { manifest, missed } = result.value
    cx.out.line(
      `Exported ${plural(manifest.rows['threads'] ?? 0, 'thread')} and ` +
        `${plural(manifest.rows['runs'] ?? 0, 'run')} to ${plain(target)}.`,
    )
    if (o.withSecrets === true) cx.out.note('It holds secrets in plain text: keep it as you keep them.')
    else if (manifest.leftOut.length > 0)
      cx.out.line(
        `Left out, to be filled in after an import (--with-secrets keeps them): ${placesText(manifest.leftOut)}`,
      )
    if (manifest.suspects.length > 0)
      cx.out.note(`Looks like a credential and was kept: ${placesText(manifest.suspects)}`)
    for (const sentence of missed) cx.out.note(sentence)
  } finally {
    db.close()
  }
}
