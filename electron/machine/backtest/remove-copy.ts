import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { SECOND } from '../../../shared/base/time.ts'
import { runProcess } from '../process/process-runner.ts'

/** Removes what a command was let write into: folders that may not be listed, or lie deeper than a path is long. */
export async function removeCopy(folder: string): Promise<void> {
  const isGone = await rm(folder, { recursive: true, force: true, maxRetries: 2 }).then(
    () => true,
    () => false,
  )
  if (isGone || process.platform === 'win32') return
  const run = (...argv: string[]) =>
    runProcess(
      {
        argv,
        folder: '/',
        stdin: null,
        marker: `remove-${randomUUID()}`,
        deadlineMs: 30 * SECOND,
        capture: 'merged',
      },
      new AbortController().signal,
    )
  await run('chmod', '-R', 'u+rwX', '--', folder)
  await run('rm', '-rf', '--', folder)
}
