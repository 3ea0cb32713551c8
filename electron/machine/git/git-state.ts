import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../../shared/base/faults.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { openRegularFile } from '../disk/regular-file.ts'
import { withRepository, type Repository } from './git.ts'
import { readPointer, readRefs } from './facts/refs.ts'
import { operationInProgress } from './facts/working-state.ts'

/**
 * repo.missing, repo.not_git, repo.unreadable, git.failed, git.timed_out. Mostly no git process, two at most.
 * Contract: never rejects.
 */
export const gitState = (repoPath: string): Promise<Result<GitState, Fault>> =>
  withRepository(repoPath, stateOf)

async function stateOf(repository: Repository): Promise<Result<GitState, Fault>> {
  const { gitDir } = repository.location
  const found = await refsOf(repository)
  if (!found.ok) return found
  const { head, branch, remotes } = found.value
  const [operation, fetched, log] = await Promise.all([
    operationInProgress(gitDir),
    stat(join(gitDir, 'FETCH_HEAD')).catch(() => null),
    readPart(join(gitDir, 'logs/HEAD'), LOG_TAIL_BYTES),
  ])
  return ok({
    head,
    branch,
    operation: operation?.kind ?? null,
    remotes: createHash('sha256').update(remotes).digest('hex'),
    fetchedAt: fetched?.mtimeMs ?? null,
    reflogMessage: log === null ? null : messageOf(log, head),
  })
}

interface Standing {
  readonly head: string | null
  readonly branch: string | null
  readonly remotes: string // git's listing of them
}

/** Without git, where its files say it all. */
async function refsOf(repository: Repository): Promise<Result<Standing, Fault>> {
  const read = await readRefs(repository, ['remotes'])
  if (read !== null) {
    const remotes = read.refs.map(({ id, name }) => `  ${id} ${name}`).join('\n') // as LISTING does
    return ok({ head: read.head, branch: read.branch, remotes })
  }
  const pointer = await readPointer(repository.location.gitDir).catch(() => null)
  return pointer === null ? await askGit(repository) : await listRefs(repository, pointer)
}

const LISTING = ['for-each-ref', '--format=%(HEAD) %(objectname) %(refname)'] as const

async function listRefs(
  repository: Repository,
  pointer: { readonly ref: string } | { readonly commit: string },
): Promise<Result<Standing, Fault>> {
  const own = 'ref' in pointer ? [pointer.ref] : []
  const listed = await repository.git([...LISTING, ...own, 'refs/remotes'])
  if (!listed.ok) return listed
  const { heads, remotes } = parse(listed.value.stdout)
  if ('commit' in pointer) return ok({ head: pointer.commit, branch: null, remotes })
  return ok({
    head: heads.find(({ name }) => name === pointer.ref)?.commit ?? null,
    branch: pointer.ref.slice('refs/heads/'.length),
    remotes,
  })
}

async function askGit(repository: Repository): Promise<Result<Standing, Fault>> {
  const head = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { okCodes: [1] })
  if (!head.ok) return head
  const listed = await repository.git([...LISTING, 'refs/heads', 'refs/remotes'])
  if (!listed.ok) return listed
  const { heads, remotes } = parse(listed.value.stdout)
  return ok({
    head: head.value.stdout.trim() || null,
    branch: heads.find(({ current }) => current)?.name.slice('refs/heads/'.length) ?? null,
    remotes,
  })
}

function parse(listing: string): {
  readonly heads: readonly { readonly current: boolean; readonly commit: string; readonly name: string }[]
  readonly remotes: string
} {
  const lines = listing.split('\n').filter((line) => line !== '')
  const heads = lines
    .filter((line) => line.includes(' refs/heads/'))
    .map((line) => {
      const [commit = '', name = ''] = line.slice(2).split(' ')
      return { current: line.startsWith('*'), commit, name }
    })
  return { heads, remotes: lines.filter((line) => line.includes(' refs/remotes/')).join('\n') }
}

/** A subject is as long as somebody likes; git itself writes it on one line. */
const LOG_TAIL_BYTES = 8192
const MESSAGE_CHARS = 200
const redactor = createRedactor()

/** <old> <new> name <mail> time zone TAB message; it is kept, with what somebody committed as its words. */
function messageOf(log: string, head: string | null): string | null {
  const line = log.trimEnd().split('\n').at(-1) ?? ''
  const [, commit, message] = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]*\t(.*)$/s.exec(line) ?? []
  return commit === undefined || message === undefined || commit !== head
    ? null
    : redactor.redact(message).slice(0, MESSAGE_CHARS)
}

/** The last bytes of a file. null: no regular file, or it may not be read. Waits for nobody at a pipe. */
async function readPart(path: string, bytes: number): Promise<string | null> {
  try {
    const file = await openRegularFile(path, constants.O_RDONLY, { links: 'follow' })
    try {
      const found = await file.stat()
      const { bytesRead, buffer } = await file.read(
        Buffer.alloc(bytes),
        0,
        bytes,
        Math.max(0, found.size - bytes),
      )
      return buffer.subarray(0, bytesRead).toString('utf8')
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
