import type { Fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Launcher, Shell } from '../ports/desktop.ts'
import type { Keeping } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'

type MakeError = (o: { message: string }) => Error
/** The contract's errors, as each handler gets them. */
export interface ApiErrors {
  readonly NOT_FOUND: MakeError
  readonly INVALID: MakeError
  readonly CONFLICT: MakeError
  readonly UNAVAILABLE: MakeError
}

/** Threads by their id, for handlers: what is not there is the caller's error, thrown. */
export function lookup(store: Pick<Store, 'threads'>) {
  const threadOr = (id: ThreadId, errors: Pick<ApiErrors, 'NOT_FOUND'>): Thread => {
    const thread = store.threads.get(id)
    if (thread === null)
      throw errors.NOT_FOUND({ message: `There is no thread ${id}; it may have been removed.` })
    return thread
  }
  return {
    threadOr,
    /** For whatever reads the repository: nothing of an untrusted one is read. */
    trustedOr(id: ThreadId, errors: Pick<ApiErrors, 'NOT_FOUND' | 'INVALID'>): Thread {
      const thread = threadOr(id, errors)
      if (thread.trustedAt === null)
        throw errors.INVALID({ message: `"${thread.name}" is not trusted yet, so nothing of it is read.` })
      return thread
    },
  }
}

/** A port's fault as the caller's error: somebody else wrote the file meanwhile, or it does not go. */
export const faultOr = (
  fault: Pick<Fault, 'message'> & { readonly code: string },
  errors: Pick<ApiErrors, 'INVALID' | 'CONFLICT'>,
): Error =>
  fault.code === 'file.conflict'
    ? errors.CONFLICT({ message: fault.message })
    : errors.INVALID({ message: fault.message })

export function shellOr(shell: Shell | null, errors: Pick<ApiErrors, 'UNAVAILABLE'>): Shell {
  if (shell === null) throw errors.UNAVAILABLE({ message: 'Threadbeat runs without a window here.' })
  return shell
}

export function keepingOr(keeping: Keeping | undefined, errors: Pick<ApiErrors, 'UNAVAILABLE'>): Keeping {
  if (keeping === undefined) throw errors.UNAVAILABLE({ message: 'This history is in no data folder.' })
  return keeping
}

export function launcherOr(launcher: Launcher | undefined, errors: Pick<ApiErrors, 'UNAVAILABLE'>): Launcher {
  if (launcher === undefined) throw errors.UNAVAILABLE({ message: 'Nothing is installed from here.' })
  return launcher
}
