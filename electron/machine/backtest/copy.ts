import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { CopyFacts } from '../../../shared/pollination/backtest/judge-run.ts'
import { readRegularFile } from '../disk/regular-file.ts'
import type { Repository } from '../git/git.ts'
import { configText, type ConfigEntry } from '../git/git-config.ts'

/** Larger ones would fill a disk, and take longer than a command should. */
const BYTES_AT_MOST = 512 * 1024 * 1024
const FILES_AT_MOST = 50_000
const TIMEOUT_MS = MINUTE

/** A commit's files in a folder of their own, with a git folder that has nothing of the real one but its objects. */
export interface Copy {
  /** Holds all that is made for this copy, and goes with it. */
  readonly folder: string
  /** Called as the real folder is. */
  readonly tree: string
  /** Where the copy's git looks for objects. Nothing is there yet. */
  readonly objects: string
  /** What git keeps elsewhere is not in it; null: it is whole. */
  readonly lacks: CopyFacts['lacks']
}

/** Nothing of the person's or the repository's configuration may start a program, or change what is written out. */
const PLAIN = ['-c', 'core.attributesFile=/dev/null', '-c', 'core.sparseCheckout=false'] as const
const NOBODYS_CONFIG = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' }
const KEPT_CONFIG =
  /^(?:core\.(?:repositoryformatversion|filemode|ignorecase|symlinks|precomposeunicode)|extensions\.objectformat)$/

/** Writes the copy into an empty folder. git.failed, git.timed_out. Throws where the disk refuses. */
export async function makeCopy(
  repository: Repository,
  commit: string,
  folder: string,
  signal: AbortSignal,
): Promise<Result<Copy, Fault>> {
  const listed = await listing(repository, commit, signal)
  if (!listed.ok) return listed
  // Beside what else is made for it, whatever it is called.
  const tree = join(folder, 'tree', basename(repository.location.path))
  const gitFolder = join(tree, '.git')
  const objects = join(folder, 'objects')
  await mkdir(join(gitFolder, 'objects', 'info'), { recursive: true })
  await mkdir(join(gitFolder, 'refs', 'heads'), { recursive: true })
  await Promise.all([
    writeFile(join(gitFolder, 'HEAD'), `${commit}\n`),
    writeFile(join(gitFolder, 'config'), configText(configOf(repository.config))),
    writeFile(join(gitFolder, 'objects', 'info', 'alternates'), `${objects}\n`),
  ])
  const options = {
    env: { ...NOBODYS_CONFIG, GIT_INDEX_FILE: join(gitFolder, 'index'), GIT_WORK_TREE: tree },
    timeoutMs: TIMEOUT_MS,
    signal,
  }
  const read = await repository.git([...PLAIN, '--no-replace-objects', 'read-tree', commit], options)
  if (!read.ok) return read
  const written = await repository.git([...PLAIN, 'checkout-index', '--all', '--index', '--quiet'], options)
  if (!written.ok) return written
  return ok({ folder, tree, objects, lacks: await lackingIn(tree, listed.value) })
}

const configOf = (config: readonly ConfigEntry[]): readonly ConfigEntry[] => [
  ...config.filter(([key]) => KEPT_CONFIG.test(key)),
  ['core.bare', 'false'],
  ['core.logallrefupdates', 'false'],
]

/** Paths of its `.gitattributes`. git.failed where a copy would be too large. */
async function listing(
  repository: Repository,
  commit: string,
  signal: AbortSignal,
): Promise<Result<readonly string[], Fault>> {
  const listed = await repository.git(
    ['--no-replace-objects', 'ls-tree', '-r', '-l', '-z', '--full-tree', commit],
    { timeoutMs: TIMEOUT_MS, signal },
  )
  if (!listed.ok) return listed
  let files = 0
  let bytes = 0
  const attributes: string[] = []
  for (const [, size, path = ''] of listed.value.stdout.matchAll(
    /\d{6} blob [0-9a-f]{40,64} +(\d{1,15})\t([^\0]+)\0/g,
  )) {
    files++
    bytes += Number(size)
    if (/(?:^|\/)\.gitattributes$/.test(path)) attributes.push(path)
  }
  if (files > FILES_AT_MOST)
    return err(fault('git.failed', `It has ${files} files; a copy has at most ${FILES_AT_MOST}`))
  const megabytes = (of: number): number => Math.ceil(of / 1024 / 1024)
  if (bytes > BYTES_AT_MOST)
    return err(
      fault(
        'git.failed',
        `Its files have ${megabytes(bytes)} MB; a copy has at most ${megabytes(BYTES_AT_MOST)} MB`,
      ),
    )
  return ok(attributes)
}

const ATTRIBUTES_BYTES = 256 * 1024
const ATTRIBUTES_READ = 50

async function lackingIn(tree: string, attributes: readonly string[]): Promise<CopyFacts['lacks']> {
  if (await isFile(join(tree, '.gitmodules'))) return 'submodules'
  if (attributes.length > ATTRIBUTES_READ) return 'filtered'
  for (const path of attributes) {
    const text = await textOf(join(tree, path))
    if (text === null || /\sfilter=/.test(text)) return 'filtered'
  }
  return null
}

/** null: too long, or no file. */
const textOf = (path: string): Promise<string | null> =>
  readRegularFile(path, { maxBytes: ATTRIBUTES_BYTES, links: 'refuse' }).then(
    ({ bytes }) => bytes.toString('utf8'),
    () => null,
  )

/** Not by a link, which may lead anywhere. */
const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  )
