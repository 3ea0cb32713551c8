import { createRouterClient } from '@orpc/server'
import { createApi } from '../api/handlers.ts'
import type { ApiContext, ApiParts } from '../api/parts.ts'
import type { Scenario } from './scenario.ts'

/** The contract over a scenario, as a front calls it; `more`: what is not as usual. */
export function apiClient(s: Scenario, more: Partial<ApiParts> = {}, origin: ApiContext['origin'] = 'test') {
  const { ports, store, engine, documents, views, foresight } = s
  const off = (): Promise<never> => Promise.reject(new Error('off'))
  const router = createApi({
    ports,
    store,
    engine,
    documents,
    views,
    foresight,
    incoming: { state: off, rotate: off },
    shell: null,
    diagnose: async () => [],
    ...more,
  })
  return createRouterClient(router, { context: { origin } })
}

/** What a call was refused with. */
export const refusal = (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
  call.then(
    () => Promise.reject(new Error('did not fail')),
    (e: { code: string; message: string }) => ({ code: e.code, message: e.message }),
  )
