import path from 'node:path'
import { momentText } from '../../../shared/base/clock/time-text.ts'
import { authorityLine } from '../../../shared/contract/authority.ts'
import { systemStyle } from '../../machine/clock/system-style.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'
import { disagreement } from './disagreement.ts'

export const restoreCommand: Define = (command, cx) =>
  command
    .description(
      'put a backup in the place of the history, which stays beside the backups; without a name: list ' +
        'them. The app must not run',
    )
    .argument('[name]', 'of a backup, or: last')
    .option(
      '-y, --yes [hash]',
      'without asking; where the backup executes otherwise than now: the hash of the list that was shown',
    )
    .action((name: string | undefined, o: { yes?: string | true }) => restore(cx, name, o.yes))

async function restore(cx: Context, name: string | undefined, yes: string | true | undefined): Promise<void> {
  if (name === undefined && yes !== undefined) throw usageError('--yes stands behind the name of a backup')
  const dataDir = dataDirPath(cx.dataDir)
  const { listBackups, planRestoreNow, restoreNow } = await import('../engine.ts')
  const backups = listBackups(path.join(dataDir, 'backups'))
  if (name === undefined) {
    if (backups.length === 0) return cx.out.line(`There is no backup in ${plain(dataDir)}.`)
    // The app must not run, so nobody else says how times are written.
    const face = faceOf({ timeStyle: systemStyle(process.env, process.platform) })
    return cx.out.table(
      backups.map((b) => [plain(b.name), momentText(b.at, face), `${b.bytes} bytes`, checkWords(b.verified)]),
    )
  }
  const chosen = backups.find((b) => (name === 'last' ? b.verified !== false : b.name === name))
  if (chosen === undefined)
    throw new CliError(
      backups.length === 0
        ? `There is no backup in ${plain(dataDir)}.`
        : `There is no backup "${plain(name)}". There are: ${backups.map((b) => plain(b.name)).join(', ')}`,
    )
  const plan = await planRestoreNow(dataDir, chosen.name)
  if (!plan.ok) throw new CliError(plan.error)
  const { differs, hash } = plan.value
  const question = `Go back to ${plain(chosen.name)}? What is there now stays beside the backups.`
  if (differs.length === 0) await requireYes(yes === true || yes === hash, question, 'Nothing was changed.')
  else {
    cx.out.line('Otherwise than now, it executes or allows:')
    for (const authority of differs) cx.out.line(`  ${authorityLine(authority)}`)
    const given = yes === true ? undefined : yes
    const no = await disagreement(hash, given, question, 'Nothing was changed.')
    if (no !== null) throw new CliError(no)
  }
  const restored = await restoreNow(dataDir, chosen.name, hash)
  if (!restored.ok) throw new CliError(restored.error)
  cx.out.line(`Restored ${plain(chosen.name)}.`)
}

function checkWords(isSound: boolean | null): string {
  if (isSound === null) return 'not checked'
  return isSound ? 'checked' : 'damaged'
}
