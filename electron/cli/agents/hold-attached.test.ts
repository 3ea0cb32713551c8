import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { findSocket } from '../../machine/network/socket-path.ts'
import { holdAttached } from './hold-attached.ts'
import { socketClient } from '../kit/socket-client.ts'
import { appUnderTest } from '../testing/app.ts'

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'attach-test-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** An app that counts who is attached. */
function counting() {
  const changes: (() => void)[] = []
  let attached = 0
  return {
    answers: {
      async *attach(_input: never, signal: AbortSignal | undefined) {
        attached++
        for (const look of changes) look()
        try {
          yield null
          await new Promise<void>((resolve) =>
            signal?.addEventListener('abort', () => resolve(), { once: true }),
          )
        } finally {
          attached--
          for (const look of changes) look()
        }
      },
    },
    becomes: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => (attached === count ? resolve() : undefined)
        changes.push(look)
        look()
      }),
  }
}

it('a session is attached while it lasts, also to an app that ended and began again', async () => {
  const first = counting()
  const app = await appUnderTest(dataDir, first.answers)
  const end = holdAttached(() => socketClient(findSocket(dataDir)), 'thr_2' as ThreadId)
  await first.becomes(1)
  expect(app.calls).toEqual([{ method: 'attach', input: { id: 'thr_2' } }])
  await app.close()
  await first.becomes(0)
  const second = counting()
  const again = await appUnderTest(dataDir, second.answers)
  await second.becomes(1)
  end()
  await second.becomes(0)
  await again.close()
})
