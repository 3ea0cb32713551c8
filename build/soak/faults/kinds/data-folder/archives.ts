import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeAgain, forged, rezipped } from '../../../../../electron/machine/archive/testing/forge.ts'
import type { Database } from '../../../../../electron/store/connection/driver.ts'
import { startApp, typed } from '../../../../../electron/cli/drill/app.ts'
import type { Case, Kind } from '../../../../../electron/cli/drill/board.ts'
import { newFolder } from '../../../../../electron/cli/drill/lane.ts'
import { eventsStay, quits } from '../../../../../electron/cli/drill/watched.ts'

interface Forged {
  readonly name: string
  /** Writes the archive that somebody else made of ours; `canary`: a file that only it would make. */
  readonly makes: readonly ((ours: string, target: string, canary: string) => void)[]
  /** A person may agree to it: nothing of it may run all the same. */
  readonly isTaken?: boolean
}

const member =
  (name: string, bytes: Uint8Array = Buffer.from('x')): Forged['makes'][number] =>
  (ours, target) =>
    rezipped(ours, target, (files) => void (files[name] = bytes))
const database =
  (change: (db: Database, canary: string) => void): Forged['makes'][number] =>
  (ours, target, canary) =>
    forged(ours, target, (db) => change(db, canary))

const jobOf = (canary: string): string =>
  JSON.stringify({
    name: 'nightly',
    schedule: { kind: 'every', everyMs: 60_000, anchorAt: 0 },
    action: { kind: 'command', argv: ['/usr/bin/touch', canary], env: {}, limitMs: 60_000 },
    catchUp: 'once',
  })

const FORGED: readonly Forged[] = [
  {
    name: 'an archive that leads out of its folder',
    makes: ['../evil', '../../evil', '/tmp/evil', 'knowledge/../../evil', 'a\\..\\evil', 'C:evil'].map((n) =>
      member(n),
    ),
  },
  {
    name: 'an archive that is a bomb',
    makes: [member('knowledge/bomb', new Uint8Array(120 * 1024 * 1024))],
  },
  { name: 'an archive with one name twice', makes: [member('Settings.JSON'), member('THREADBEAT.db')] },
  {
    name: 'an archive that is cut short, or none',
    makes: [
      (ours, target) => writeFileSync(target, readFileSync(ours).subarray(0, -30)),
      (_, target) => writeFileSync(target, 'hello'),
      (ours, target) => rezipped(ours, target, (files) => void delete files['manifest.json']),
      (ours, target) =>
        rezipped(ours, target, (files) => {
          files['threadbeat.db'] = Buffer.from('no database')
          describeAgain(files)
        }),
    ],
  },
  {
    name: 'an archive whose history has a schema of its own',
    makes: [
      database((db) => db.exec('CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM threads; END')),
      database((db) => db.exec('CREATE VIEW v AS SELECT * FROM threads')),
      database((db) => db.exec('PRAGMA user_version = 9999')),
    ],
  },
  {
    name: 'an archive that would execute another command',
    isTaken: true,
    makes: [
      database((db, canary) => db.prepare('UPDATE jobs SET spec = ?, next_due_at = 1').run(jobOf(canary))),
      database((db, canary) => {
        const agent = JSON.stringify({ kind: 'command', argv: ['/usr/bin/touch', canary], env: {} })
        db.prepare('UPDATE threads SET agent = ?, trusted_at = 1').run(agent)
      }),
    ],
  },
]

async function playForged(c: Case, { name, makes, isTaken = false }: Forged): Promise<void> {
  const app = await startApp(c.lane.command, newFolder(c.folder))
  await app.client.events.add({ to: app.healthy, text: 'mine', source: 'cli', wake: 'next' })
  const made = await typed(
    c,
    app.dataDir,
    'job',
    'add',
    'healthy',
    'fact',
    '--every',
    '1h',
    '--event',
    'an hour',
  )
  const ours = path.join(c.folder, 'ours.zip')
  const exported = await typed(c, app.dataDir, 'export', ours)
  if (made.code !== 0 || exported.code !== 0) throw new Error(made.err + exported.err)
  for (const make of c.some(makes)) {
    const folder = newFolder(c.folder)
    const [target, canary, dataDir] = ['evil.zip', 'canary', 'data'].map((n) => path.join(folder, n)) as [
      string,
      string,
      string,
    ]
    make(ours, target, canary)
    c.injected()
    const asked = await typed(c, dataDir, 'import', target)
    const hash = /--yes ([0-9a-f]{32})/.exec(asked.err)?.[1]
    const done = hash === undefined ? asked : await typed(c, dataDir, 'import', target, '--yes', hash)
    if (isTaken) {
      c.check('silent', asked.out.includes(canary), `${name}: what it would execute is not shown`)
      const serving = c.lane.command.start(['--data-dir', dataDir, 'serve'])
      await serving.printed(/runs without a window/)
      await typed(c, dataDir, 'beat', 'healthy', '--wait')
      serving.child.kill('SIGTERM')
      await serving.ended
    } else {
      c.check('silent', done.code !== 0 && done.err.trim() !== '', `${name}: it is said to be taken over`)
      c.check('letIn', !existsSync(path.join(dataDir, 'threadbeat.db')), `${name}: it was taken over`)
    }
    const strays = [
      '/tmp/evil',
      ...execFileSync('find', [c.folder, '-name', 'evil'], { encoding: 'utf8' }).split('\n'),
    ]
      .filter((file) => file !== '' && existsSync(file))
      .join(', ')
    c.check('letIn', strays === '', `${name}: written outside: ${strays}`)
    c.check('letIn', !existsSync(canary), `${name}: it was executed`)
  }
  await eventsStay(c, app, app.healthy, ['mine'])
  await quits(c, app)
}

export const ARCHIVE_KINDS: readonly Kind[] = FORGED.map((one) => ({
  group: 'door',
  name: one.name,
  play: (c) => playForged(c, one),
}))
