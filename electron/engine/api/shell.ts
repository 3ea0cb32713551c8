import { implement } from '@orpc/server'
import type { OpenerView, OpenIn } from '../../../shared/contract/threads.ts'
import { contract } from '../../../shared/contract/api.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { remotePage } from '../../../shared/threads/remote-page.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import type { Shell } from '../ports/desktop.ts'
import { lookup, type ApiErrors } from './lookup.ts'

/** Where the opener chosen last is kept: for one thread, or for all. */
const CHOSEN = 'openers'
const chosenKey = (what: OpenIn, id: ThreadId | undefined): string => `${what} ${id ?? ''}`
const WORD = { editor: 'editor', terminal: 'terminal', files: 'file manager', remote: 'browser' } as const
const REMOTE: OpenerView = { key: 'browser', what: 'remote', name: 'Remote page' }

/** What only the app with its window can do. `shell`: null where there is none. */
export function shellHandlers({ ports, store, shell }: Pick<ApiParts, 'ports' | 'store' | 'shell'>) {
  const os = implement(contract).$context<ApiContext>()
  const { threadOr, trustedOr } = lookup(store)
  const chosen = (): Readonly<Record<string, string>> =>
    JSON.parse(store.meta.get(CHOSEN) ?? '{}') as Record<string, string>
  const openersFor = async (with_: Shell, id: ThreadId | undefined): Promise<readonly OpenerView[]> => {
    const last = chosen()
    const rank = (o: OpenerView): number =>
      id !== undefined && last[chosenKey(o.what, id)] === o.key
        ? 0
        : last[chosenKey(o.what, undefined)] === o.key
          ? 1
          : 2
    return [...(await with_.openers()), REMOTE].sort((a, b) => rank(a) - rank(b))
  }
  const shellOr = (errors: Pick<ApiErrors, 'UNAVAILABLE'>): Shell => {
    if (shell === null) throw errors.UNAVAILABLE({ message: 'Threadbeat runs without a window here.' })
    return shell
  }

  return {
    chooseFolders: os.shell.chooseFolders.handler(({ errors }) => shellOr(errors).chooseFolders()),
    reveal: os.shell.reveal.handler(async ({ input, errors }) => {
      await shellOr(errors).reveal(threadOr(input.id, errors).repoPath)
      return null
    }),
    openers: os.shell.openers.handler(({ input, errors }) => openersFor(shellOr(errors), input.id)),
    openIn: os.shell.openIn.handler(async ({ input, errors }) => {
      const with_ = shellOr(errors)
      if (input.what === 'remote') {
        const thread = trustedOr(input.id, errors)
        const facts = await ports.repositories.facts(thread.repoPath)
        if (!facts.ok) throw errors.INVALID({ message: facts.error.message })
        const page = remotePage(facts.value.remoteUrl ?? '')
        if (page === null)
          throw errors.UNAVAILABLE({
            message:
              facts.value.remoteUrl == null
                ? `${thread.name} has no remote, so there is no page of it.`
                : `The remote of ${thread.name} is no web page that Threadbeat knows: ` +
                  `${facts.value.remoteUrl.replace(/\/\/[^/@]*@/, '//')}`,
          })
        await with_.openExternal(page)
        return { name: new URL(page).host }
      }
      const thread = threadOr(input.id, errors)
      const fitting = (await openersFor(with_, thread.id)).filter((o) => o.what === input.what)
      const opener = input.with === undefined ? fitting[0] : fitting.find((o) => o.key === input.with)
      if (opener === undefined)
        throw errors.UNAVAILABLE({
          message:
            input.with === undefined
              ? `No ${WORD[input.what]} that Threadbeat knows was found on this computer.`
              : `“${input.with}” is not installed any more.`,
        })
      // A shell runs what the folder tells it by its prompt alone: git's own configuration may name
      // programs.
      if (input.what === 'terminal' && thread.trustedAt === null && input.anyway !== true)
        throw errors.CONFLICT({
          message:
            `${thread.name} is not trusted. A shell that shows git in its prompt may run programs that ` +
            'this folder names.',
        })
      if (!(await with_.openFolder(opener.key, thread.repoPath)))
        throw errors.UNAVAILABLE({
          message: `${opener.name} could not be started for ${thread.repoPath}. Is the folder still there?`,
        })
      if (input.with !== undefined)
        store.meta.set(
          CHOSEN,
          JSON.stringify({
            ...chosen(),
            [chosenKey(input.what, thread.id)]: opener.key,
            [chosenKey(input.what, undefined)]: opener.key,
          }),
        )
      return { name: opener.name }
    }),
    openExternal: os.shell.openExternal.handler(async ({ input, errors }) => {
      await shellOr(errors).openExternal(input.url)
      return null
    }),
    showWindow: os.shell.showWindow.handler(async ({ input, errors }) => {
      await shellOr(errors).showWindow(input?.link ?? null)
      return null
    }),
    quit: os.shell.quit.handler(async ({ errors }) => {
      await shellOr(errors).quit()
      return null
    }),
    notificationSettings: os.shell.notificationSettings.handler(async () => ({
      whyNot:
        shell === null ? 'Threadbeat runs without a window here.' : await shell.notificationSettings.whyNot(),
    })),
    openNotificationSettings: os.shell.openNotificationSettings.handler(async ({ errors }) => {
      if (!(await shellOr(errors).notificationSettings.open()))
        throw errors.UNAVAILABLE({
          message:
            'The system’s notification settings could not be opened. Open them from your desktop’s own menu.',
        })
      return null
    }),
  }
}
