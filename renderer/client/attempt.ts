import { toast } from '../kit/shown/toast.ts'
import { CLIENT } from './copy.ts'

export const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : CLIENT.failed

/** Runs the call; a failure becomes a toast that says what is the matter. */
export async function attempt<T>(work: Promise<T>, what?: string): Promise<T | null> {
  try {
    const value = await work
    if (what !== undefined) toast(what)
    return value
  } catch (cause) {
    toast.error(messageOf(cause))
    return null
  }
}

/** The same for a call that answers nothing: whether it went well. */
export const succeeds = async (work: Promise<unknown>): Promise<boolean> =>
  (await attempt(work.then(() => true))) === true
