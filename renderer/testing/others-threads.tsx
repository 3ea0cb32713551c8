import { ThreadsPage } from '../fleet/threads.tsx'
import { useUi } from '../client/ui-state.ts'
import { WithOthers } from '../hub/with-others.tsx'
import { Toasts } from '../kit/toasts.tsx'
import { openHost, type WindowHost } from './host.ts'
import type { TestHub } from './hub.ts'
import { show } from './show.tsx'

/** The page of the threads, of one of its own and of those of `machine`: an id, or 'all'. */
export async function showOthersThreads(hub: TestHub, machine: string): Promise<WindowHost> {
  const host = await openHost({ hub })
  host.add('own-thread')
  useUi.getState().showMachine(machine)
  show(
    <>
      <WithOthers page="threads">
        <ThreadsPage />
      </WithOthers>
      <Toasts above={0} />
    </>,
    host,
  )
  return host
}
