import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ClaimedRun, NewThread } from '../../engine/ports/records.ts'
import type { Store } from '../../engine/ports/store.ts'
import { endingWith, type EndingFields } from '../../engine/testing/ending.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { silentHubPort } from '../../machine/hub/testing/silent-hub.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { readyInMemory } from './ready-in-memory.ts'
import { settingsInMemory } from './settings-in-memory.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((f) => rmSync(f, { recursive: true, force: true })))

/** Gone after the test. */
export const newFolder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'threadbeat-store-')))
  return folders.at(-1)!
}

export function openStore(path: string): Store {
  const opened = openDatabase(path, path === ':memory:' ? readyInMemory() : undefined)
  if (!opened.ok) throw new Error(opened.error.message)
  return joinedWhereHubIsSilent(createStore(opened.value.db, randomId, settingsInMemory()))
}

/** In a black-holed run of the tests: with its triggers for the hub, and nobody who empties the outbox. */
export function joinedWhereHubIsSilent(store: Store): Store {
  if (silentHubPort() !== null) store.hub.join(randomId<string>('epo'), () => 1)
  return store
}

export const aThread = (n: number): NewThread => ({
  id: `thr_${n}` as ThreadId,
  name: `t${n}`,
  repoPath: `/t${n}`,
  intervalMs: 480_000,
  trustedAt: 1,
  createdAt: 1,
})

/** A message of the first thread that an agent has begun to work on. */
export function agentRun(store: Store, at: number): ClaimedRun {
  store.queue.sendMessage(aThread(1).id, `m${at}`, 'user', at)
  const run = store.queue.claim(
    (items) => items[0]!,
    () => 'Claude Code',
    () => true,
    at,
  )!
  store.runs.plan(run.id, [], 'prompt', {
    runner: 'claude',
    billing: 'api',
    model: 'haiku',
    effort: null,
    profile: 'look',
  })
  return run
}

export const endingOf = (fields: Partial<EndingFields> = {}) =>
  endingWith({ outcome: 'quiet', summary: 'fine', exitCode: 0, ...fields })
