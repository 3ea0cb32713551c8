import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ids } from '../../ports/ports.ts'
import { loadDriver, type Database, type Row } from '../../../store/connection/driver.ts'
import { QUICK_ONLY } from '../scenario.ts'
import { virtualClock, type VirtualClock } from '../virtual-clock.ts'
import { hubInMemory, type Client, type HubInMemory, type Trouble } from './hub-in-memory.ts'
import { joined } from './joined.ts'
import { mortalDriver, type Life } from './mortal-driver.ts'

export const MACHINE = 'machine-1'

/** One random history of a machine and its hub, on its way. */
export interface Play {
  readonly folder: string
  readonly random: () => number
  readonly clock: VirtualClock
  readonly hub: HubInMemory
  readonly ids: Ids
  /** Becomes of calls from now on; by itself nothing. */
  trouble: { of: Trouble; calls: number }
  /** Calls of the hub until the process dies over one; Infinity: it does not. */
  callsLeft: number
  machine: Awaited<ReturnType<typeof joined>> & { readonly life: Life }
  /** By mail: the starts in whose history it had its effect. */
  readonly effects: Map<string, Set<string>>
  /** A hub that was restored cannot tell copies of a folder apart by what it has lost. */
  isHubRestored: boolean
  isFolderCopied: boolean
  readonly counts: Record<string, number>
}

export const historyOf = ({ folder }: Pick<Play, 'folder'>): string => join(folder, 'a.db')

export async function begin(folder: string, random: () => number): Promise<Play> {
  const clock = virtualClock()
  let serial = 0
  const ids = (<T extends string>(prefix: string): T =>
    `${prefix}_${String(serial++).padStart(8, '0')}` as T) as Ids
  const hub = hubInMemory(clock.now, () => troubleOf(play))
  const play: Play = {
    folder,
    random,
    clock,
    hub,
    ids,
    trouble: { of: 'none', calls: 0 },
    callsLeft: Infinity,
    machine: null as never,
    effects: new Map(),
    isHubRestored: false,
    isFolderCopied: false,
    counts: {},
  }
  play.machine = await open(play, historyOf(play))
  return play
}

function troubleOf(play: Play): Trouble {
  if (--play.callsLeft <= 0) {
    play.callsLeft = Infinity
    play.machine.life.end()
  }
  if (play.trouble.calls <= 0) return 'none'
  play.trouble.calls--
  return play.trouble.of
}

const ENDS = ['', '-wal']
const LEFT = 'left.db'

export async function open(play: Play, database: string): Promise<Play['machine']> {
  const { clock, ids, hub, random } = play
  const client: Client = { machine: MACHINE, isDead: false }
  const life: Life = {
    commitsLeft: Infinity,
    end() {
      if (client.isDead) return
      client.isDead = true
      for (const end of ENDS)
        if (existsSync(database + end)) copyFileSync(database + end, join(play.folder, LEFT + end))
    },
  }
  let opened: Database | null = null
  const made = await joined(
    hub,
    {
      clock,
      ids,
      database,
      driver: mortalDriver(life, (db) => void (opened = db)),
      beforeStart(s) {
        // What the one before has left in this file.
        noteEffects(play, opened!.prepare(EFFECTS).all())
        for (const { repoPath } of s.store.threads.list()) s.files.set(repoPath, QUICK_ONLY)
      },
    },
    { client, random },
  )
  await clock.settle()
  return { ...made, life }
}

export const isDead = ({ machine }: Play): boolean => machine.client.isDead

/** The process dies, if it has not yet; what it went on to do after its death never was. */
export function kill(play: Play, machine: Play['machine'], database: string): void {
  end(play, machine, database)
  noteEffects(play, rowsIn(database, EFFECTS))
}

function end(play: Play, machine: Play['machine'], database: string): void {
  machine.life.end()
  machine.s.kill()
  remove(database)
  for (const end of ENDS) {
    const left = join(play.folder, LEFT + end)
    if (existsSync(left)) copyFileSync(left, database + end)
    rmSync(left, { force: true })
  }
}

function remove(database: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
}

export async function reopen(play: Play): Promise<void> {
  play.callsLeft = Infinity
  end(play, play.machine, historyOf(play))
  const dead = play.machine.client
  if (play.random() < 0.7) play.hub.drop(dead)
  play.machine = await open(play, historyOf(play))
  // A connection of the dead is noticed sooner or later.
  play.clock.setTimer(play.clock.now() + 20_000, () => play.hub.drop(dead))
}

export function rowsIn(database: string, sql: string): readonly Row[] {
  const db = loadDriver().open(database)
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

export const EFFECTS = `SELECT id, epoch FROM hub_mail WHERE ended = 'done'`

/** `done`: what EFFECTS finds. */
export function noteEffects({ effects }: Play, done: readonly Row[]): void {
  for (const row of done) {
    const id = String(row['id'])
    effects.set(id, (effects.get(id) ?? new Set()).add(String(row['epoch'])))
  }
}

/** As a backup does it, while the history is in use. */
export function copyHistory(play: Play, to: string): void {
  const path = join(play.folder, to)
  rmSync(path, { force: true })
  const db = loadDriver().open(historyOf(play))
  db.prepare('VACUUM INTO ?').run(path)
  db.close()
}

export function putBack(play: Play, from: string): void {
  remove(historyOf(play))
  copyFileSync(join(play.folder, from), historyOf(play))
}
