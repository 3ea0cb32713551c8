import { implement } from '@orpc/server'
import { contract } from '../../../shared/api.ts'
import type { ApiContext, ApiParts } from '../api.ts'
import type { Shell } from '../ports.ts'
import { lookup, type ApiErrors } from './lookup.ts'

/** What only the app with its window can do. `shell`: null where there is none. */
export function shellHandlers({ store, shell }: Pick<ApiParts, 'store' | 'shell'>) {
  const os = implement(contract).$context<ApiContext>()
  const { threadOr } = lookup(store)
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
  }
}
