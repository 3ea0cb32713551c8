import { readSettings } from '../../../../shared/settings/settings.ts'
import { shellOr } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'

/** Newer copies of the app, where it has a window. */
export const updateHandlers = ({ store, shell }: Pick<ApiParts, 'store' | 'shell'>) => ({
  updates: os.app.updates.handler(({ errors }) => shellOr(shell, errors).updates.view()),
  lookForUpdate: os.app.lookForUpdate.handler(async ({ errors }) => {
    const { updates } = shellOr(shell, errors)
    await updates.ask(channelOf(store))
    return updates.view()
  }),
  takeUpdate: os.app.takeUpdate.handler(({ errors }) => {
    const { updates } = shellOr(shell, errors)
    updates.take()
    return updates.view()
  }),
  installUpdate: os.app.installUpdate.handler(async ({ errors }) => {
    await shellOr(shell, errors).updates.install()
    return null
  }),
})

/** A person who asks and has nothing looked for by itself means stable versions. */
const channelOf = (store: ApiParts['store']): 'stable' | 'beta' =>
  readSettings(store.settings.values()).settings.updates === 'beta' ? 'beta' : 'stable'
