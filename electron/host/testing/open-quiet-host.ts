import { ok } from '../../../shared/base/result.ts'
import { joinSilentHub } from '../../machine/hub/testing/silent-hub.ts'
import { openHost, type Host, type HostOptions } from '../host.ts'

/** The real host on a data folder, on a desktop without a shell that takes every notification. */
export const tryQuietHost = (
  dataDir: string,
  options: Pick<HostOptions, 'firstDrawn' | 'schedule' | 'crashes'> = {},
): ReturnType<typeof openHost> => {
  joinSilentHub(dataDir)
  return openHost({
    ...options,
    dataDir,
    notifier: { show: () => Promise.resolve(ok(null)) },
    shell: null,
    demo: false,
  })
}

/** Throws where it does not open. */
export async function openQuietHost(...of: Parameters<typeof tryQuietHost>): Promise<Host> {
  const opened = await tryQuietHost(...of)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
