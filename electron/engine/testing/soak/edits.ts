import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { socketClient, type Client } from '../../../cli/kit/socket-client.ts'
import { commandUnderTest } from '../../../cli/testing/command.ts'
import { isRenewalKey } from '../../../../shared/runs/judge/alert-key.ts'
import type { AlertId } from '../../../../shared/base/ids.ts'
import type { Known } from '../../../../shared/views/live.ts'
import { findSocket } from '../../../machine/network/socket-path.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'
import { edited, FIRST_LIST, save, textOf, UNAPPROVED, WAYS, type EditedList } from './edited-list.ts'
import { followLive } from './follow-live.ts'
import { differences, listFile, saidByFile, type EditedRepository } from './list-shown.ts'

interface EditsResult {
  /**
   * From the last write of an edit until all that is shown equals what the file says; without edits of
   * which that was so already, their first half, say.
   */
  readonly waitsMs: readonly number[]
  readonly byWay: Readonly<Record<string, readonly number[]>>
  readonly wrong: readonly string[]
}

/** Far more than an edit ever takes: what is not shown by then is lost. */
const BOUND_MS = 20 * SECOND
/** So often a file is only deleted, and stays away until its next edit. */
const DELETED = 0.05

/**
 * Edits HEARTBEAT.md of real repositories from outside while the real `threadbeat serve` runs over them,
 * and compares what its stream shows with the pure reading of the files, after each edit and before the
 * next one.
 */
export async function playEdits(edits: number, seed: number): Promise<EditsResult> {
  const random = randomFrom(seed)
  const command = commandUnderTest('edits-soak')
  const byWay: Record<string, number[]> = {}
  const wrong: string[] = []
  try {
    await command.bundled()
    const serving = command.start(['serve'])
    await serving.printed(/runs without a window/)
    const client = socketClient(findSocket(command.dataDir))
    const repositories = await prepare(client, command.root)
    const lists = new Map<EditedRepository, EditedList>(repositories.map((one) => [one, FIRST_LIST]))
    const live = followLive(client)
    const resolveRenewals = renewalsResolver(client)
    const shows = (): Promise<boolean> =>
      live.until((known) => {
        resolveRenewals(known)
        return differences(known, repositories).length === 0
      }, BOUND_MS)
    if (!(await shows())) wrong.push(`at the start: ${differences(live.known(), repositories).join('\n')}`)
    for (let n = 0; n < edits && wrong.length === 0; n++) {
      const repository = repositories[Math.floor(random() * repositories.length)]!
      const { way, list } = await editOnce(repository, lists.get(repository)!, random)
      lists.set(repository, list)
      const savedAt = performance.now()
      const isNews = differences(live.known(), repositories).length > 0
      const isShown = await shows()
      if (isNews) (byWay[way] ??= []).push(performance.now() - savedAt)
      if (!isShown)
        wrong.push(
          `edit ${n} (${way}, ${repository.path}): ${differences(live.known(), repositories).join('\n')}`,
        )
    }
    live.close()
    serving.child.kill('SIGTERM')
    await serving.ended
    return { waitsMs: Object.values(byWay).flat(), byWay, wrong }
  } finally {
    command.gone()
  }
}

/** A beat that meets no file writes one and says so, which no file says: a person reads that and resolves it. */
function renewalsResolver(client: Client): (known: Known) => void {
  const asked = new Set<AlertId>()
  return ({ fleet }) => {
    const alerts = fleet?.alerts ?? []
    const ids = alerts.flatMap(({ id, key }) => (isRenewalKey(key) && !asked.has(id) ? [id] : []))
    if (ids.length === 0) return
    for (const id of ids) asked.add(id)
    void client.alerts.resolve({ ids })
  }
}

/** One edit after which the file says something else than before. */
async function editOnce(
  repository: EditedRepository,
  list: EditedList,
  random: () => number,
): Promise<{ way: string; list: EditedList }> {
  const file = listFile(repository)
  const before = saidByFile(repository, false)
  if (before.doc?.exists === true && random() < DELETED) {
    rmSync(file)
    return { way: 'deleted', list: FIRST_LIST }
  }
  const way = WAYS[Math.floor(random() * WAYS.length)]!
  const next = edited(list, random, repository.mayAskForCommands)
  await save(file, textOf(next), way, random)
  const isNews = JSON.stringify(saidByFile(repository, false)) !== JSON.stringify(before)
  return isNews ? { way, list: next } : editOnce(repository, next, random)
}

/** Threads that beat and threads that do not. Only those that do not may wait for an approval. */
async function prepare(client: Client, root: string): Promise<readonly EditedRepository[]> {
  const add = async (name: string, intervalMs: number, isTracked = false): Promise<EditedRepository> => {
    const path = join(root, name)
    mkdirSync(path)
    writeFileSync(join(path, UNAPPROVED), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
        cwd: path,
      })
    git('init', '-q')
    writeFileSync(join(path, 'HEARTBEAT.md'), textOf(FIRST_LIST))
    git('add', UNAPPROVED, ...(isTracked ? ['HEARTBEAT.md'] : []))
    git('commit', '-q', '-m', 'one')
    const { id } = (await client.threads.add({ paths: [path], trust: false })).added[0]!
    await client.threads.change({ id, intervalMs })
    return { id, path, isTracked, mayAskForCommands: true }
  }
  const off = await add('off', 0)
  const tracked = await add('tracked', 0, true)
  const paused = await add('paused', 8 * MINUTE)
  await client.threads.pause({ id: paused.id, until: null, reason: 'on holiday' })
  const closed = await add('closed', 8 * MINUTE)
  await client.threads.change({ id: closed.id, activeHours: hoursFrom(Date.now() + 3 * HOUR) })
  const beating = { ...(await add('beating', MINUTE)), mayAskForCommands: false }
  const all = [off, tracked, paused, closed, beating]
  for (const { id } of all) await client.threads.trust({ id, on: true })
  return all
}

/** An hour that is not now. */
function hoursFrom(at: number): { start: string; end: string; timeZone: string } {
  const clock = (instant: number): string => {
    const minutes = Math.floor((instant % DAY) / MINUTE)
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }
  return { start: clock(at), end: clock(at + HOUR), timeZone: 'UTC' }
}
