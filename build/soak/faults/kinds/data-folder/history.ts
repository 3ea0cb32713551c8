import { createServer } from 'node:net'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadDriver } from '../../../../../electron/store/connection/driver.ts'
import { damage } from '../../../../../electron/machine/archive/testing/damage.ts'
import { findSocket } from '../../../../../electron/machine/network/socket-path.ts'
import type { Ended } from '../../../../../electron/cli/drill/command.ts'
import { startAgain, typed, type App } from '../../../../../electron/cli/drill/app.ts'
import { BEAT_MS, isLate, soon } from '../../../../../electron/cli/drill/bounds.ts'
import type { Case, Kind } from '../../../../../electron/cli/drill/board.ts'
import { eventsStay, healthyBeats, quits } from '../../../../../electron/cli/drill/watched.ts'
import { KEPT, used } from '../../used.ts'

/** The start is refused aloud, or it is null: it started. */
async function refused(c: Case, app: App, what: string): Promise<boolean> {
  const start = c.lane.command.start(['--data-dir', app.dataDir, 'serve'])
  const end = await soon(
    Promise.race([start.ended, start.printed(/runs without a window/)]).catch(() => null),
    BEAT_MS,
  )
  if (isLate(end)) c.check('wedged', false, `${what}: the start neither succeeds nor ends`)
  const isServing = start.child.exitCode === null
  if (isServing) {
    start.child.kill('SIGKILL')
    await start.ended
    return false
  }
  const { code, err } = await start.ended
  c.check('silent', code !== 0 && err.trim() !== '', `${what}: the start ended with ${code}: ${err}`)
  return true
}

/** A restore, as a person does it who says yes to what is shown. */
async function confirmed(c: Case, app: App): Promise<Ended> {
  const asked = await typed(c, app.dataDir, 'restore', 'last')
  const [, hash] = /--yes(?: ([0-9a-f]{32}))?/.exec(asked.err) ?? []
  return await typed(c, app.dataDir, 'restore', 'last', '--yes', ...(hash === undefined ? [] : [hash]))
}

interface Damaged {
  readonly name: string
  readonly damage: (file: string, c: Case) => void
}
const withoutWal = (file: string): void => {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
}

/** Another database in its place. */
const another =
  (sql: string) =>
  (file: string): void => {
    rmSync(file)
    const db = loadDriver().open(file)
    db.exec(sql)
    db.close()
  }

const DAMAGED: readonly Damaged[] = [
  { name: 'missing', damage: (file) => rmSync(file) },
  { name: 'empty', damage: (file) => writeFileSync(file, '') },
  {
    name: 'cut short',
    damage: (file, c) => truncateSync(file, 4096 + Math.floor(c.random() * 8) * 4096),
  },
  { name: 'full of other bytes', damage },
  { name: 'no database', damage: (file, c) => writeFileSync(file, `${c.random()}\n`.repeat(2000)) },
  {
    name: 'a database of another program',
    damage: another('CREATE TABLE notes (a); PRAGMA user_version = 7'),
  },
  { name: 'a database of another program without a version', damage: another('CREATE TABLE notes (a)') },
  {
    name: 'a database in which nothing was made',
    damage: another('CREATE TABLE notes (a); DROP TABLE notes'),
  },
  {
    name: 'of a newer app',
    damage: (file) => {
      const db = loadDriver().open(file)
      db.exec('PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  },
]

/** Refused and left as it is; the backup brings back what there was. */
async function playDamaged(c: Case, { name, damage: break_ }: Damaged): Promise<void> {
  const app = await used(c)
  const file = path.join(app.dataDir, 'threadbeat.db')
  withoutWal(file)
  break_(file, c)
  c.injected()
  const bytes = (): string | null => {
    try {
      return readFileSync(file, 'base64')
    } catch {
      return null
    }
  }
  const before = bytes()
  c.check('silent', await refused(c, app, name), `${name}: it starts as if nothing had been`)
  const isLeft = bytes() === before
  c.check('lost', isLeft, `${name}: the file was changed`)
  const restored = await confirmed(c, app)
  c.check('lost', restored.code === 0, `${name}: the backup cannot be restored: ${restored.err}`)
  if (restored.code !== 0) return
  const again = await startAgain(c.lane.command, app)
  await eventsStay(c, again, app.healthy, [KEPT])
  await healthyBeats(c, again, 'after the restore')
  await quits(c, again)
}

const damagedBackup: Kind = {
  group: 'data folder',
  name: 'the backup that is to be restored is damaged',
  async play(c) {
    const app = await used(c)
    const folder = path.join(app.dataDir, 'backups')
    for (const name of readdirSync(folder).filter((n) => n.endsWith('.db'))) damage(path.join(folder, name))
    c.injected()
    const done = await confirmed(c, app)
    c.check('silent', done.code !== 0, 'the restore is said to have succeeded')
    const again = await startAgain(c.lane.command, app)
    await eventsStay(c, again, app.healthy, [KEPT])
    await healthyBeats(c, again, 'after the refused restore')
    await quits(c, again)
  },
}

const SETTINGS: readonly (readonly [string, string | Buffer])[] = [
  ['empty', ''],
  ['half', '{"quickLimitMs": 77'],
  ['no object', '[]'],
  ['null', 'null'],
  ['zeroes', Buffer.alloc(300)],
  ['no text', Buffer.from([0xff, 0xfe, 0x80, 0x81])],
  ['deep', '['.repeat(100_000)],
  ['a wrong value', '{"quickLimitMs": "soon", "maxRuns": 999}'],
]

const settings: Kind = {
  group: 'data folder',
  name: 'damaged settings',
  async play(c) {
    let app = await used(c)
    const file = path.join(app.dataDir, 'settings.json')
    const good = readFileSync(file)
    for (const [what, bytes] of c.some(SETTINGS)) {
      writeFileSync(file, bytes)
      c.injected()
      app = await startAgain(c.lane.command, app)
      const { fleet } = await app.client.snapshot()
      const { problem, bad } = await app.client.settings.file()
      c.check('silent', problem !== null || bad.length > 0, `${what}: nothing tells of it`)
      c.check(
        'lost',
        bad.length > 0 || fleet.settings.quickLimitMs === 77_000,
        `${what}: the last good ones are gone`,
      )
      c.check(
        'lost',
        readFileSync(file).equals(Buffer.from(bytes)),
        `${what}: the damaged file is another one`,
      )
      await healthyBeats(c, app, what)
      await quits(c, app)
      writeFileSync(file, good)
    }
  },
}

type Occupy = (place: string) => Promise<() => void> | (() => void)
const OCCUPIED: readonly (readonly [string, Occupy])[] = [
  ['a file', (place) => (writeFileSync(place, 'x'), () => rmSync(place))],
  ['a folder', (place) => (mkdirSync(place), () => rmSync(place, { recursive: true }))],
  [
    'a program that listens',
    (place) =>
      new Promise((resolve) => {
        const server = createServer()
        server.listen(place, () => resolve(() => void server.close()))
      }),
  ],
]

const socket: Kind = {
  group: 'data folder',
  name: 'the place of the socket is taken',
  async play(c) {
    const app = await used(c)
    const place = findSocket(app.dataDir)
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
    for (const [what, occupy] of OCCUPIED) {
      const free = await occupy(place)
      c.injected()
      c.check('letIn', await refused(c, app, what), `${what}: it starts all the same`)
      free()
    }
    const again = await startAgain(c.lane.command, app)
    await eventsStay(c, again, app.healthy, [KEPT])
    await quits(c, again)
  },
}

export const HISTORY_KINDS: readonly Kind[] = [
  ...DAMAGED.map((damaged) => ({
    group: 'data folder',
    name: `the history is ${damaged.name}`,
    play: (c: Case) => playDamaged(c, damaged),
  })),
  damagedBackup,
  settings,
  socket,
]
