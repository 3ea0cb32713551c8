import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { OpenerView, OpenIn } from '../../../../shared/contract/threads.ts'
import { remotePage } from '../../../../shared/threads/remote-page.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Shell } from '../../ports/desktop.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import type { ApiErrors } from '../lookup.ts'

// Programs of this machine that open a repository, and which of them a person chose last.

const HEARTBEAT_FILE = 'HEARTBEAT.md'
const REMOTE: OpenerView = { key: 'browser', what: 'remote', name: 'Remote page' }

/** Those chosen last come first: for this thread, then for all. */
export async function openersFor(
  shell: Shell,
  store: Pick<Store, 'meta'>,
  id: ThreadId | undefined,
): Promise<readonly OpenerView[]> {
  const last = chosen(store)
  const rank = ({ what, key }: OpenerView): number => {
    if (id !== undefined && last[chosenKey(what, id)] === key) return 0
    return last[chosenKey(what, undefined)] === key ? 1 : 2
  }
  return [...(await shell.openers()), REMOTE].sort((a, b) => rank(a) - rank(b))
}

/** Where the opener chosen last is kept: for one thread, or for all. */
const CHOSEN = 'openers'
const chosenKey = (what: OpenIn, id: ThreadId | undefined): string => `${what} ${id ?? ''}`

const chosen = (store: Pick<Store, 'meta'>): Readonly<Record<string, string>> =>
  JSON.parse(store.meta.get(CHOSEN) ?? '{}') as Record<string, string>

function choose({ what, key }: OpenerView, id: ThreadId, store: Pick<Store, 'meta'>): void {
  const keys = { [chosenKey(what, id)]: key, [chosenKey(what, undefined)]: key }
  store.meta.set(CHOSEN, JSON.stringify({ ...chosen(store), ...keys }))
}

export async function openRemote(
  thread: Thread,
  shell: Shell,
  { ports }: { readonly ports: Ports },
  errors: Pick<ApiErrors, 'INVALID' | 'UNAVAILABLE'>,
): Promise<{ readonly name: string }> {
  const facts = await ports.repositories.facts(thread.repoPath)
  if (!facts.ok) throw errors.INVALID({ message: facts.error.message })
  const { remoteUrl } = facts.value
  if (remoteUrl == null)
    throw errors.UNAVAILABLE({ message: `${thread.name} has no remote, so there is no page of it.` })
  const page = remotePage(remoteUrl)
  if (page === null)
    throw errors.UNAVAILABLE({
      message:
        `The remote of ${thread.name} is no web page that Threadbeat knows: ` +
        remoteUrl.replace(/\/\/[^/@]*@/, '//'),
    })
  await shell.openExternal(page)
  return { name: new URL(page).host }
}

const WORD = { editor: 'editor', terminal: 'terminal', files: 'file manager' } as const

interface FolderWish {
  readonly what: keyof typeof WORD
  readonly with?: string | undefined // absent: the one chosen last
  readonly anyway?: boolean | undefined // also where the folder is not trusted
  readonly line?: number | undefined // of HEARTBEAT.md, in an editor
}

export async function openFolderIn(
  thread: Thread,
  wish: FolderWish,
  shell: Shell,
  store: Pick<Store, 'meta'>,
  errors: Pick<ApiErrors, 'CONFLICT' | 'INVALID' | 'UNAVAILABLE'>,
): Promise<{ readonly name: string }> {
  if (wish.line !== undefined && wish.what !== 'editor')
    throw errors.INVALID({ message: `Only an editor opens a file at a line, not a ${WORD[wish.what]}.` })
  const fitting = (await openersFor(shell, store, thread.id)).filter((o) => o.what === wish.what)
  const opener = wish.with === undefined ? fitting[0] : fitting.find((o) => o.key === wish.with)
  if (opener === undefined)
    throw errors.UNAVAILABLE({
      message:
        wish.with === undefined
          ? `No ${WORD[wish.what]} that Threadbeat knows was found on this computer.`
          : `“${wish.with}” is not installed any more.`,
    })
  // A shell runs what the folder tells it by its prompt alone: git's own configuration may name programs.
  if (wish.what === 'terminal' && thread.trustedAt === null && wish.anyway !== true)
    throw errors.CONFLICT({
      message:
        `${thread.name} is not trusted. A shell that shows git in its prompt may run programs that ` +
        'this folder names.',
    })
  const place = wish.line === undefined ? undefined : { file: HEARTBEAT_FILE, line: wish.line }
  if (!(await shell.openFolder(opener.key, thread.repoPath, place)))
    throw errors.UNAVAILABLE({
      message: `${opener.name} could not be started for ${thread.repoPath}. Is the folder still there?`,
    })
  if (wish.with !== undefined) choose(opener, thread.id, store)
  return { name: opener.name }
}
