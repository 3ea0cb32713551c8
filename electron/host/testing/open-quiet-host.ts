import { ok } from '../../../shared/base/result.ts'
import { openHost, type Host } from '../host.ts'

/** The real host on a data folder, on a desktop without a shell that takes every notification. */
export const tryQuietHost = (dataDir: string): ReturnType<typeof openHost> =>
  openHost({
    dataDir,
    notifier: { show: () => Promise.resolve(ok(null)) },
    shell: null,
    demo: false,
  })

/** Throws where it does not open. */
export async function openQuietHost(dataDir: string): Promise<Host> {
  const opened = await tryQuietHost(dataDir)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
