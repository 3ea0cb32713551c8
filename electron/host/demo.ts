import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../shared/contract/api.ts'
import { messageOf } from '../../shared/base/error-message.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { makeFleet, makeRepository } from './repositories.ts'

interface Demo {
  readonly dataDir: string
  /**
   * Makes the fleet, adds it trusted at a short interval and beats it at once. Returns when all beats are
   * queued.
   */
  fill(client: ContractRouterClient<Contract>): Promise<void>
  /** Removes everything. */
  remove(): void
}

/** A fleet to look at: real small repositories in a folder that is gone afterwards. */
export function startDemo(): Demo {
  const root = mkdtempSync(path.join(tmpdir(), 'threadbeat-demo-'))
  const remove = (): void => {
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      console.error('the demo is not gone yet:', messageOf(error)) // it must not keep the app from its end
    }
    // Chromium writes its profile once more after us.
    if (process.platform !== 'win32')
      spawn('/bin/sh', ['-c', 'for n in 1 2 3 4 5; do sleep 2; rm -rf -- "$1" && exit; done', 'sh', root], {
        detached: true,
        stdio: 'ignore',
      }).unref()
  }
  let isRemoved = false
  const removeOnce = (): void => {
    if (!isRemoved) remove()
    isRemoved = true
  }
  process.once('exit', removeOnce)
  return {
    dataDir: path.join(root, 'data'),
    async fill(client) {
      const folder = path.join(root, 'repositories')
      const made = await makeFleet(folder)
      // A folder can only go missing after it was added.
      const missing = made.filter((r) => r.state === 'missing')
      for (const { name } of missing) await makeRepository(folder, name, 'clean')
      await client.threads.add({ paths: made.map((r) => r.path), trust: true })
      for (const { path: gone } of missing) rmSync(gone, { recursive: true, force: true })
      const { threads } = await client.snapshot()
      for (const { id } of threads) await client.threads.change({ id, intervalMs: MINUTE })
      await client.beat.allDue()
    },
    remove: removeOnce,
  }
}
