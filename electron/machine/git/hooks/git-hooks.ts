import { isUtf8 } from 'node:buffer'
import { unlinkSync, type Stats } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { versionOf } from '../../disk/heartbeat-bytes.ts'
import { hookPlaces, type HookPlace } from './hook-folder.ts'
import { BARE_HOOK, isPlainLine, shellProblem, withBlock, withoutBlock } from './hook-text.ts'
import { readRegularFile, readRegularFileSync } from '../../disk/regular-file.ts'
import { lstatOrNull, replaceFile } from '../../disk/replace-file.ts'

export { hookLine } from './hook-text.ts'

const HOOK_NAMES = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'] as const
type HookName = (typeof HOOK_NAMES)[number]

export interface HookFile {
  readonly name: HookName
  readonly path: string
  readonly before: string | null // null: there is no file
  readonly after: string
  /**
   * `ours`: our block stands there as it would be written now; `outdated`: with another line; `foreign`: a
   * hook without it.
   */
  readonly state: 'absent' | 'ours' | 'foreign' | 'outdated'
}

export interface HookPlan {
  readonly folder: string
  /**
   * What else looks after the hooks and may replace them: husky, lefthook, pre-commit, core.hooksPath …;
   * null: nothing known.
   */
  readonly managedBy: string | null
  readonly files: readonly HookFile[] // those that can be written
  readonly problem: string | null // why all hooks, or those that `files` lacks, are left alone
}

const HOOK_LIMIT_BYTES = 1024 * 1024
const HOOK_READ = { maxBytes: HOOK_LIMIT_BYTES, links: 'refuse' } as const

/**
 * What installing would write, for a person to see first; writes nothing and runs nothing of the
 * repository. `line`: the command line of a hook, as hookLine makes it. repo.missing, repo.not_git,
 * repo.unreadable, git.failed. Contract: never rejects.
 */
export async function hookPlan(
  repoPath: string,
  line: (hook: string) => string,
): Promise<Result<HookPlan, Fault>> {
  const places = await hookPlaces(repoPath)
  if (!places.ok) return places
  const { folder, managedBy, problem } = places.value
  if (problem !== null) return ok({ folder, managedBy, files: [], problem })
  const files: HookFile[] = []
  const problems: string[] = []
  for (const name of HOOK_NAMES) {
    const file = await planFile(folder, name, line(name)).catch(
      (error: unknown) => `it cannot be read (${messageOf(error)})`,
    )
    if (typeof file === 'string') problems.push(`${join(folder, name)} is left alone: ${file}.`)
    else files.push(file)
  }
  return ok({ folder, managedBy, files, problem: problems.length === 0 ? null : problems.join(' ') })
}

/** As text: why the hook is left alone. */
async function planFile(folder: string, name: HookName, line: string): Promise<HookFile | string> {
  if (!isPlainLine(line))
    return `its line must be plain words in quotation marks where needed, got ${JSON.stringify(line.slice(0, 200))}`
  const path = join(folder, name)
  const found = await lstatOrNull(path)
  if (found === null)
    return { name, path, before: null, after: withBlock(BARE_HOOK, line, true), state: 'absent' }
  if (!found.isFile()) return found.isSymbolicLink() ? 'it is a link to another file' : 'it is no file'
  if (found.nlink > 1) return `it has ${found.nlink} hard links`
  if ((found.mode & 0o111) === 0)
    return 'it is not executable, so git does not run it, and a change would wake it'
  if (found.size > HOOK_LIMIT_BYTES) return `it must be at most 1 MB, has ${found.size} bytes`
  const { bytes } = await readRegularFile(path, HOOK_READ)
  if (!isUtf8(bytes)) return 'it is not UTF-8 text'
  const before = bytes.toString('utf8')
  const problem = shellProblem(before)
  if (problem !== null) return problem
  const rest = withoutBlock(before)
  if (rest === 'damaged')
    return 'the marks of Threadbeat’s block are damaged; take what is between them out by hand'
  if (rest === null) return { name, path, before, after: withBlock(before, line, false), state: 'foreign' }
  const after = withBlock(rest.text, line, rest.isNew)
  return { name, path, before, after, state: after === before ? 'ours' : 'outdated' }
}

/**
 * Writes exactly what the plan showed; nothing of it when a hook, or the folder, changed meanwhile
 * (file.conflict). Returns the hooks that were written. file.write_failed: the plan has none, or the system
 * refused. Contract: never rejects.
 */
export async function installHooks(
  repoPath: string,
  expected: HookPlan,
): Promise<Result<readonly HookName[], Fault>> {
  const places = await hookPlaces(repoPath)
  if (!places.ok) return places
  const { folder, problem } = places.value
  if (problem !== null) return err(fault('file.write_failed', problem))
  if (folder !== expected.folder)
    return err(
      fault(
        'file.conflict',
        `The hooks lie in ${folder} now, no longer in ${expected.folder}; nothing was written`,
      ),
    )
  if (expected.files.length === 0)
    return err(fault('file.write_failed', expected.problem ?? 'There is no hook to be written'))
  const written: HookName[] = []
  try {
    const todo = expected.files.filter((file) => file.after !== file.before)
    const seen = new Map<HookName, Stats | null>()
    for (const file of todo) {
      if (!onlyAddsBlock(folder, file))
        return err(
          fault(
            'file.write_failed',
            `The plan for ${file.path} would change more than Threadbeat’s block; nothing was written`,
          ),
        )
      const found = await lstatOrNull(file.path)
      const now =
        found?.isFile() === true ? (await readRegularFile(file.path, HOOK_READ)).bytes.toString('utf8') : null
      if (now !== file.before || (found !== null && !found.isFile()))
        return err(fault('file.conflict', `${file.path} changed meanwhile; nothing was written`))
      seen.set(file.name, found)
    }
    if (todo.length > 0) await mkdir(folder, { recursive: true })
    for (const file of todo) {
      const like = seen.get(file.name) ?? (await executableIn(folder))
      const replaced = await replaceFile(
        file.path,
        Buffer.from(file.after),
        file.before === null ? null : versionOf(Buffer.from(file.before)),
        like,
      )
      if (replaced === 'conflict')
        return err(fault('file.conflict', `${file.path} changed meanwhile; ${soFar(written)}`))
      written.push(file.name)
    }
    return ok(written)
  } catch (error) {
    return err(
      fault(
        'file.write_failed',
        `Hooks in ${folder} could not be written: ` + `${messageOf(error)}; ${soFar(written)}`,
      ),
    )
  }
}

const soFar = (written: readonly HookName[]): string =>
  written.length === 0 ? 'nothing was written' : `${written.join(', ')} had been written`

/** A plan may have been away and back: it can put our block in, and do nothing else. */
function onlyAddsBlock(folder: string, { name, path, before, after }: HookFile): boolean {
  if (!HOOK_NAMES.includes(name) || path !== join(folder, name)) return false
  const was = before === null ? { text: BARE_HOOK } : (withoutBlock(before) ?? { text: before })
  const is = withoutBlock(after)
  return was !== 'damaged' && is !== 'damaged' && is !== null && was.text === is.text
}

/** Of the folder's owner. */
async function executableIn(folder: string): Promise<Stats> {
  const like = await stat(folder)
  like.mode = 0o755
  return like
}

/**
 * Takes our block out of every hook again: a file that we made and that holds nothing else is deleted,
 * others are byte for byte what they were. Returns the hooks that had it. file.conflict, file.write_failed.
 * Contract: never rejects.
 */
export async function removeHooks(repoPath: string): Promise<Result<readonly HookName[], Fault>> {
  const places = await hookPlaces(repoPath)
  if (!places.ok) return places
  const removed: HookName[] = []
  const problems: string[] = []
  for (const path of pathsOf(places.value)) {
    try {
      const answer = await removeFrom(path.path)
      if (answer === 'removed') removed.push(path.name)
      else if (answer !== 'none') problems.push(`${path.path}: ${answer}`)
    } catch (error) {
      problems.push(`${path.path}: ${messageOf(error)}`)
    }
  }
  return problems.length === 0
    ? ok([...new Set(removed)])
    : err(fault('file.write_failed', `Threadbeat’s block could not be taken out of ${problems.join('; ')}`))
}

/** Also where git looked before core.hooksPath was set. */
const pathsOf = (place: HookPlace): readonly { readonly name: HookName; readonly path: string }[] =>
  place.own.flatMap((folder) => HOOK_NAMES.map((name) => ({ name, path: join(folder, name) })))

async function removeFrom(path: string): Promise<string> {
  const found = await lstatOrNull(path)
  if (found === null || !found.isFile() || found.size > HOOK_LIMIT_BYTES) return 'none'
  const { bytes } = await readRegularFile(path, HOOK_READ)
  const rest = withoutBlock(bytes.toString('latin1')) // any bytes come back as themselves
  if (rest === null) return 'none'
  if (rest === 'damaged') return 'its marks are damaged; take what is between them out by hand'
  if (rest.isNew && rest.text === BARE_HOOK) {
    // From the look to the deed nothing else of this process can run.
    if (!readRegularFileSync(path, HOOK_READ).equals(bytes)) return 'it changed meanwhile'
    unlinkSync(path)
    return 'removed'
  }
  return (await replaceFile(path, Buffer.from(rest.text, 'latin1'), versionOf(bytes), found)) === 'replaced'
    ? 'removed'
    : 'it changed meanwhile'
}
