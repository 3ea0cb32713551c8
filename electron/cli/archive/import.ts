import { plural } from '../../../shared/base/amounts.ts'
import path from 'node:path'
import {
  authorityLine,
  NOT_SIGNED_WORDS,
  SIGNED_WORDS,
  type ArchiveAuthority,
} from '../../../shared/contract/authority.ts'
import type { Imported } from '../../machine/archive/import.ts'
import { dataDirPath, ensurePrivateDir, withPrivateUmask } from '../../machine/disk/data-dir.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { plain } from '../kit/text.ts'
import { disagreement } from './disagreement.ts'
import { placesText } from './places-text.ts'

export const importCommand: Define = (command, cx) =>
  command
    .description(
      'take over an exported zip into an empty data folder, after a list of all that it would execute; the ' +
        'app must not run',
    )
    .argument('<file>', 'a zip that export wrote')
    .option(
      '--map <old=new>',
      'folders of repositories that lie elsewhere now, such as /home/me=/Users/me; may be given several times',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option('-y, --yes <hash>', 'without asking: the hash of the list that was shown for this very archive')
    .action((file: string, o: ImportWords) => importAll(cx, file, o))

interface ImportWords {
  readonly map: readonly string[]
  readonly yes?: string
}

async function importAll(cx: Context, file: string, o: ImportWords): Promise<void> {
  const map = o.map.map(readMap)
  const agree = (authority: ArchiveAuthority): Promise<string | null> => {
    showAuthority(cx, authority)
    return disagreement(authority.hash, o.yes, 'Take over exactly this?', 'Nothing was imported.')
  }
  const dataDir = dataDirPath(cx.dataDir)
  const { identify, importFrom, loadDriver, lockFolder } = await import('../engine.ts')
  const driver = loadDriver()
  const unlock = withPrivateUmask(() => lockFolder(ensurePrivateDir(dataDir), driver))
  if (unlock === null) throw new CliError(`Another Threadbeat works on ${dataDir}. Quit it first.`)
  try {
    const result = await importFrom(
      path.resolve(file),
      dataDir,
      { map, identify, owner: dataDir, agree },
      driver,
    )
    if (!result.ok) throw new CliError(result.error)
    report(cx, dataDir, result.value)
  } finally {
    unlock()
  }
}

function showAuthority(cx: Context, { signed, brings, notTaken }: ArchiveAuthority): void {
  cx.out.line(signed ? SIGNED_WORDS : NOT_SIGNED_WORDS)
  cx.out.line('It brings:')
  for (const authority of brings) cx.out.line(`  ${authorityLine(authority)}`)
  for (const sentence of notTaken) cx.out.line(`${sentence}.`)
}

function report(cx: Context, dataDir: string, { manifest, threads, authority }: Imported): void {
  cx.out.line(
    `Imported ${plural(threads.length, 'thread')} and ${plural(manifest.rows['runs'] ?? 0, 'run')} of ` +
      `${plain(manifest.exportedAt)} into ${dataDir}.`,
  )
  for (const t of threads) {
    const name = `${t.number} ${plain(t.name)}`
    if (t.movedFrom !== null) cx.out.line(`${name}: now at ${plain(t.repoPath)}`)
    if (t.missing !== null)
      cx.out.note(`${name}: no repository there: ${plain(t.missing)}. Locate it again in the window.`)
    if (t.trusted) cx.out.line(`${name}: trusted as before`)
    if (t.distrusted)
      cx.out.note(
        `${name}: not trusted any more, because its folder is not the one that was trusted. When you ` +
          `trust it: threadbeat trust ${t.number}`,
      )
  }
  if (!authority.signed)
    cx.out.note('No thread of it is trusted. For each one that you trust: threadbeat trust THREAD')
  if (manifest.leftOut.length > 0)
    cx.out.note(`The archive came without these secrets; fill them in again: ${placesText(manifest.leftOut)}`)
}

function readMap(text: string): { from: string; to: string } {
  const at = text.indexOf('=')
  const [from, to] = [text.slice(0, at), text.slice(at + 1)]
  // A path of another system may come first, so only what it becomes must be one of this system's.
  if (at < 1 || !(from.startsWith('/') || /^[A-Za-z]:[/\\]/.test(from)) || !path.isAbsolute(to))
    throw usageError(`--map must be OLD=NEW with two absolute paths, got "${text}"`)
  return { from, to }
}
