import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addThread, startAgain, startApp, typed, type App } from '../app.ts'
import { BEAT_MS, isLate, soon, until } from '../bounds.ts'
import type { Case, Kind } from '../board.ts'
import { makeRepository } from '../repository.ts'
import { atRest, eventsStay, healthyBeats, quits, withApp } from '../watched.ts'
import { missing } from './processes.ts'

const needsPrlimit = (): string | null => missing('prlimit')

const limited = (app: App, limit: string): void =>
  void execFileSync('prlimit', ['--pid', String(app.child.pid), limit])

/** What is accepted stays, what is refused is said, and all goes on when the disk takes something again. */
async function refusing(c: Case, app: App, begin: () => void, end: () => void): Promise<void> {
  const accepted: string[] = []
  const add = async (n: number): Promise<boolean> => {
    const text = `event ${n} ${'x'.repeat(3000)}`
    const answer = await soon(
      app.client.events.add({ to: app.healthy, text, source: 'cli', wake: 'next' }).catch(() => null),
      BEAT_MS,
    )
    if (isLate(answer)) c.check('wedged', false, 'a call was not answered')
    else if (answer !== null) accepted.push(text)
    return answer !== null
  }
  for (let n = 0; n < 3; n++) await add(n)
  begin()
  let refused = 0
  for (let n = 3; n < 30; n++) if (!(await add(n))) refused++
  c.injected(27)
  if (refused === 0) throw new Error('nothing was refused')
  const { problems } = (await app.client.snapshot()).fleet
  c.check('silent', problems.length > 0, 'no problem is told after a refused call')
  const status = await typed(c, app.dataDir, 'status')
  c.check('silent', status.code !== 0, `status ends with ${status.code}: ${status.out}`)
  end()
  const isWell = async (): Promise<boolean> => (await app.client.snapshot()).fleet.engine === 'running'
  c.check('wedged', await until(isWell, BEAT_MS), 'it does not go on afterwards')
  await healthyBeats(c, app, 'afterwards')
  await eventsStay(c, app, app.healthy, accepted)
}

const files: Kind = {
  group: 'process',
  name: 'no file descriptor is left',
  cannot: needsPrlimit,
  play: (c) =>
    withApp(c, async (app) => {
      const id = await addThread(app.client, makeRepository(path.join(c.folder, 'repo')))
      await atRest(c, app, id)
      const open = readdirSync(`/proc/${app.child.pid}/fd`).length
      for (const more of [0, 2, 4, 7, 10]) {
        limited(app, `--nofile=${open + more}:`)
        c.injected()
        const asked = await soon(
          app.client.beat.start({ id }).catch(() => null),
          5000,
        )
        const run =
          isLate(asked) || asked === null
            ? null
            : await soon(
                app.client.beat.wait({ itemId: asked.itemId }).catch(() => null),
                20_000,
              )
        limited(app, '--nofile=4096:')
        c.check('wedged', app.child.exitCode === null, `with ${more} descriptors left the app ended`)
        if (run !== null && !isLate(run)) {
          const isTold = run.outcome !== 'quiet' || (run.summary ?? '').includes('untracked')
          c.check('silent', isTold, `with ${more} descriptors the run ended ${run.outcome}: ${run.summary}`)
        }
        await atRest(c, app, id)
        await healthyBeats(c, app, `after ${more} descriptors`)
      }
      return app
    }),
}

const fileSize: Kind = {
  group: 'process',
  name: 'files may not grow',
  cannot: needsPrlimit,
  play: (c) =>
    withApp(c, async (app) => {
      const bytes = Math.max(
        ...readdirSync(app.dataDir, { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => statSync(path.join(app.dataDir, entry.name)).size),
      )
      const unlimited = (): void => limited(app, '--fsize=unlimited:')
      await refusing(c, app, () => limited(app, `--fsize=${bytes + 4096}:`), unlimited)
      return app
    }),
}

const canMount = (): string | null => {
  if (process.getuid?.() !== 0) return 'a small disk is mounted by root alone'
  return process.platform === 'linux' ? missing('mount') : 'no small disk can be mounted here'
}

/** A small disk that can be filled, and emptied again. */
interface SmallDisk {
  readonly folder: string
  fill(): void
  empty(): void
}

async function onSmallDisk(c: Case, play: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const folder = path.join(c.folder, 'd')
  mkdirSync(folder)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status !== 0)
    return c.leftOut('no small disk can be mounted here')
  const filler = path.join(folder, 'filler')
  try {
    await play({
      folder,
      fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']),
      empty: () => rmSync(filler),
    })
  } finally {
    spawnSync('umount', ['-l', folder])
  }
}

const fullDisk: Kind = {
  group: 'process',
  name: 'the disk of the data folder is full',
  cannot: canMount,
  play: (c) =>
    onSmallDisk(c, async ({ folder, fill, empty }) => {
      const app = await startApp(c.lane.command, folder)
      await refusing(c, app, fill, empty)
      await quits(c, app)
    }),
}

const fullAndClosed: Kind = {
  group: 'process',
  name: 'the disk is full, and the app is closed',
  cannot: canMount,
  play: (c) =>
    onSmallDisk(c, async ({ folder, fill, empty }) => {
      const app = await startApp(c.lane.command, folder)
      await healthyBeats(c, app, 'before')
      await quits(c, app)
      fill()
      for (const args of [['status'], ['list'], ['beat', '2', '--wait'], ['event', '2', 'text']]) {
        c.injected()
        const what = args.join(' ')
        const end = await soon(typed(c, app.dataDir, ...args), BEAT_MS)
        if (isLate(end)) {
          c.check('wedged', false, `${what}: it did not end`)
          continue
        }
        const words = end.out + end.err
        c.check('silent', end.code !== 0, `${what} ends with 0: ${words}`)
        c.check('silent', /disk|full|space/i.test(words), `${what} does not name the disk: ${words}`)
      }
      empty()
      const again = await startAgain(c.lane.command, app)
      await healthyBeats(c, again, 'afterwards')
      await quits(c, again)
    }),
}

const noTemporary: Kind = {
  group: 'process',
  name: 'a folder of the data folder is a file',
  play: (c) =>
    withApp(c, async (app) => {
      for (const name of ['outputs', 'inbox', 'logs', 'backups']) {
        const place = path.join(app.dataDir, name)
        rmSync(place, { recursive: true, force: true })
        writeFileSync(place, '')
        c.injected()
        const made = name === 'backups' ? await typed(c, app.dataDir, 'backup') : null
        if (made !== null) c.check('silent', made.code !== 0, 'a backup is said to be made')
        await healthyBeats(c, app, `a file at ${name}`)
      }
      return app
    }),
}

export const LIMIT_KINDS: readonly Kind[] = [files, fileSize, fullDisk, fullAndClosed, noTemporary]
