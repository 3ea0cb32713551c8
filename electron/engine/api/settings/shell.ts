import { shellOr, lookup } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'
import { openersFor, openFolderIn, openRemote } from './openers.ts'

/** What only the app with its window can do. */
export function shellHandlers(parts: Pick<ApiParts, 'ports' | 'store' | 'shell'>) {
  const { store, shell } = parts
  const { threadOr, trustedOr } = lookup(store)

  return {
    chooseFolders: os.shell.chooseFolders.handler(({ errors }) => shellOr(shell, errors).chooseFolders()),
    reveal: os.shell.reveal.handler(async ({ input, errors }) => {
      await shellOr(shell, errors).reveal(threadOr(input.id, errors).repoPath)
      return null
    }),
    openers: os.shell.openers.handler(({ input, errors }) =>
      openersFor(shellOr(shell, errors), store, input.id),
    ),
    openIn: os.shell.openIn.handler(({ input, errors }) => {
      const here = shellOr(shell, errors)
      return input.what === 'remote'
        ? openRemote(trustedOr(input.id, errors), here, parts, errors)
        : openFolderIn(threadOr(input.id, errors), { ...input, what: input.what }, here, store, errors)
    }),
    openExternal: os.shell.openExternal.handler(async ({ input, errors }) => {
      await shellOr(shell, errors).openExternal(input.url)
      return null
    }),
    showWindow: os.shell.showWindow.handler(async ({ input, errors }) => {
      await shellOr(shell, errors).showWindow(input?.link ?? null)
      return null
    }),
    quit: os.shell.quit.handler(async ({ errors }) => {
      await shellOr(shell, errors).quit()
      return null
    }),
    notificationSettings: os.shell.notificationSettings.handler(async () => ({
      whyNot:
        shell === null ? 'Threadbeat runs without a window here.' : await shell.notificationSettings.whyNot(),
    })),
    openNotificationSettings: os.shell.openNotificationSettings.handler(async ({ errors }) => {
      if (!(await shellOr(shell, errors).notificationSettings.open()))
        throw errors.UNAVAILABLE({
          message:
            'The system’s notification settings could not be opened. Open them from your desktop’s own menu.',
        })
      return null
    }),
  }
}
