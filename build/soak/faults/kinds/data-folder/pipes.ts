import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Ended } from '../../../../../electron/cli/drill/command.ts'
import { startAgain, startApp, typed, type App } from '../../../../../electron/cli/drill/app.ts'
import { BEAT_MS, isLate, soon } from '../../../../../electron/cli/drill/bounds.ts'
import type { Case, Kind } from '../../../../../electron/cli/drill/board.ts'
import { newFolder } from '../../../../../electron/cli/drill/lane.ts'
import { eventsStay, healthyBeats, quits, withApp } from '../../../../../electron/cli/drill/watched.ts'
import { KEPT, used } from '../../used.ts'

/** Whatever is typed ends, and says something. null: it did not end. */
async function endsAloud(c: Case, app: App, args: readonly string[], what: string): Promise<Ended | null> {
  const said = `${what}: ${args.join(' ')}`
  const end = await soon(typed(c, app.dataDir, ...args), BEAT_MS)
  if (isLate(end)) {
    c.check('wedged', false, `${said}: it did not end`)
    return null
  }
  const { code, out, err } = end
  c.check('silent', (out + err).trim() !== '' && (code === 0 || err !== '' || out !== ''), `${said}: ${code}`)
  return end
}

const FILES = [
  'threadbeat.db',
  'settings.json',
  'lock.db',
  'history-end.json',
  'pending.json',
  'status-short',
  '.status-short.tmp',
  'threads.json',
  'logs/threadbeat.log',
  'backups/checked.json',
]

const pipe: Kind = {
  group: 'data folder',
  name: 'a named pipe in the place of a file of it',
  cannot: () => (process.platform === 'win32' ? 'there are no named pipes in folders' : null),
  async play(c) {
    let app = await used(c)
    for (const name of c.some(FILES)) {
      const file = path.join(app.dataDir, name)
      const wasThere = existsSync(file)
      if (wasThere) renameSync(file, `${file}.kept`)
      execFileSync('mkfifo', [file])
      c.injected()
      for (const args of [['status'], ['status', '--short'], ['list'], ['backup']])
        await endsAloud(c, app, args, name)
      rmSync(file, { force: true })
      if (wasThere) renameSync(`${file}.kept`, file)
      app = await startAgain(c.lane.command, app)
      await eventsStay(c, app, app.healthy, [KEPT])
      await healthyBeats(c, app, `after a pipe at ${name}`)
      await quits(c, app)
    }
  },
}

const AWAY: readonly (readonly [string, (dataDir: string) => void])[] = [
  ['its history is removed', (dataDir) => rmSync(path.join(dataDir, 'threadbeat.db'))],
  ['the folder is moved away', (dataDir) => renameSync(dataDir, `${dataDir}-away`)],
]

const away: Kind = {
  group: 'data folder',
  name: 'it goes away while it is open',
  async play(c) {
    for (const [what, goAway] of c.some(AWAY)) {
      const app = await startApp(c.lane.command, newFolder(c.folder))
      await healthyBeats(c, app, 'before')
      goAway(app.dataDir)
      c.injected()
      // The next tick sees it: within half a minute, or with the next call.
      await app.client.beat.start({ id: app.healthy }).catch(() => null)
      const end = await soon(app.ended, BEAT_MS)
      app.child.kill('SIGKILL')
      c.check(
        'silent',
        !isLate(end) && end.code !== 0 && /removed, moved away/.test(end.err),
        `${what}: nothing tells of it`,
      )
      if (what.startsWith('its')) {
        const next = await typed(c, app.dataDir, 'status')
        c.check('lost', next.code !== 0, `${what}: the next start begins anew: ${next.out}`)
      }
    }
  },
}

const STOPPED: readonly (readonly string[])[] = [['status'], ['doctor'], ['queue'], ['why', '2']]

const stopped: Kind = {
  group: 'process',
  name: 'the app is stopped, not ended',
  cannot: () => (process.platform === 'win32' ? 'there is no such signal' : null),
  play: (c) =>
    withApp(c, async (app) => {
      app.child.kill('SIGSTOP')
      c.injected()
      await Promise.all(
        c.some(STOPPED).map(async (args) => {
          const end = await endsAloud(c, app, args, 'a stopped app')
          c.check('silent', end === null || end.code !== 0, `${args.join(' ')} of a stopped app ends with 0`)
        }),
      )
      const sent = await endsAloud(c, app, ['event', '2', KEPT], 'a stopped app')
      c.check('lost', sent === null || sent.code === 0, 'an event for a stopped app is refused')
      app.child.kill('SIGCONT')
      await healthyBeats(c, app, 'when it goes on')
      await eventsStay(c, app, app.healthy, [KEPT])
      return app
    }),
}

export const PIPE_KINDS: readonly Kind[] = [pipe, away, stopped]
