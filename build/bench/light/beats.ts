import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { DesktopBus } from '../../../e2e/harness/desktop-bus.ts'
import { countedGit } from '../../../electron/machine/git/testing/counted-git.ts'
import { socketClient } from '../../../electron/cli/kit/socket-client.ts'
import { findSocket } from '../../../electron/machine/network/socket-path.ts'
import { endOf, setStage } from './desktop.ts'
import { inTurns, ratio, timed, type Figure, type Section } from './figure.ts'
import { ownCpuMs, usedBy } from './processes.ts'
import { beat, beatAll, inDatabase, serve } from './serve.ts'
import { fleet } from './fleet.ts'

const BEATS = 40
/** Summary files are written at most once a minute. */
const MIRRORED_MS = 65_000

/** What one quiet beat of local checks costs: of the quick tier, and of all. */
export const beats: Section = async (folder) => {
  const small = await fleet(folder, 60)
  const { figures, quick, all } = await processes(folder, small)
  const large = await fleet(folder, 300)
  return [
    ...figures,
    await bytes(small, 60),
    await bytes(large, 300),
    await besideShell(small, quick),
    await allBesideShell(small, all),
    await inElectron(folder, small),
    await onDisk(small),
  ]
}

async function processes(folder: string, dataDir: string) {
  const git = countedGit(folder)
  const { client, threads, end } = await serve(dataDir, git.path)
  const commandsOf = async (tier: 'quick' | 'daily'): Promise<readonly string[]> => {
    git.takenWhole()
    await beat(client, threads[0]!.id, tier)
    return git.takenWhole().map((words) => ['git', ...words].map(quoted).join(' '))
  }
  try {
    await beat(client, threads[0]!.id, 'daily') // the first writes HEARTBEAT.md
    const [quick, all] = [await commandsOf('quick'), await commandsOf('daily')]
    const figure = (name: string, commands: readonly string[], goal: number): Figure => ({
      name,
      value: commands.length,
      unit: '',
      goal,
      most: goal,
      from: 'starts of git, by a program in its place',
    })
    return {
      figures: [
        figure('processes of a quick beat', quick, 2),
        figure('processes of a beat of all tiers', all, 5),
      ],
      quick,
      all,
    }
  } finally {
    await end()
  }
}

async function bytes(dataDir: string, count: number): Promise<Figure> {
  const { client, threads, pid, end } = await serve(dataDir)
  try {
    const some = threads.slice(0, BEATS)
    for (const { id } of some) await beat(client, id, 'daily')
    await pause(MIRRORED_MS)
    const before = usedBy(pid).written
    for (const { id } of some) await beat(client, id, 'quick')
    await pause(MIRRORED_MS)
    return {
      name: `bytes written by a quiet beat, ${count} threads`,
      value: (usedBy(pid).written - before) / BEATS / 1024,
      unit: 'KB',
      goal: 8,
      most: 150,
      from: `pages of the system, ${BEATS} beats and the minute after them`,
    }
  } finally {
    await end()
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

const shell = (commands: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve) =>
    spawn('/bin/sh', ['-c', commands.join('\n')], { cwd, stdio: 'ignore' }).once('close', () => resolve()),
  )

async function besideShell(dataDir: string, commands: readonly string[]): Promise<Figure> {
  const { client, threads, end } = await serve(dataDir)
  const thread = threads[0]!
  try {
    const turns = await inTurns(BEATS, {
      ours: () => timed(() => beat(client, thread.id, 'quick')),
      bare: () => timed(() => shell(commands, thread.path)),
    })
    return ratio('quick beat ÷ the same git by a shell', turns, { goal: 1.25, most: 6 })
  } finally {
    await end()
  }
}

async function allBesideShell(dataDir: string, commands: readonly string[]): Promise<Figure> {
  const { client, threads, end } = await serve(dataDir)
  const ids = threads.map(({ id }) => id)
  try {
    await beatAll(client, ids, 'daily')
    const turns = await inTurns(5, {
      ours: () => timed(() => beatAll(client, ids, 'daily')),
      bare: () =>
        timed(async () => {
          for (const { path } of threads) await shell(commands, path)
        }),
    })
    return ratio('beats of 60 threads, all tiers ÷ one shell', turns, { goal: 1.25, most: 8 })
  } finally {
    await end()
  }
}

/** Of the main process while its window is open. */
async function inElectron(folder: string, dataDir: string): Promise<Figure> {
  const stage = await setStage(folder)
  const desktop = await DesktopBus.start()
  const child = stage.begin(desktop, stage.ours, { THREADBEAT_DATA_DIR: dataDir })
  try {
    await desktop.trayItem()
    const client = socketClient(findSocket(dataDir))
    const { threads } = await client.snapshot()
    await beatAll(
      client,
      threads.map(({ id }) => id),
      'quick',
    )
    await pause(MIRRORED_MS)
    const before = ownCpuMs(child.pid!)
    for (const { id } of threads.slice(0, BEATS)) await beat(client, id, 'quick')
    return {
      name: 'processor of the main process for a quick beat, window open',
      value: (ownCpuMs(child.pid!) - before) / BEATS,
      unit: 'ms',
      goal: 15,
      most: 150,
      from: `${BEATS} beats one after the other, asked for over the socket`,
    }
  } finally {
    await endOf(child)
    await desktop.stop()
    stage.end()
  }
}

/** Of the database, once nobody serves it. */
async function onDisk(dataDir: string): Promise<Figure> {
  const size = (): number =>
    inDatabase(dataDir, (db) => {
      const of = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0])
      return (of('page_count') - of('freelist_count')) * of('page_size')
    })
  const before = size()
  const { client, threads, end } = await serve(dataDir)
  const ids = threads.map(({ id }) => id)
  const rounds = 5
  for (let round = 0; round < rounds; round++) await beatAll(client, ids, 'daily')
  await end()
  return {
    name: 'history of a beat of all tiers on disk',
    value: (size() - before) / (rounds * ids.length) / 1024,
    unit: 'KB',
    goal: 1,
    most: 3,
    from: `${rounds * ids.length} beats, pages in use before and after`,
  }
}
