import { playEventKills } from '../../../../electron/engine/testing/soak/event-kills.ts'
import { playKills } from '../../../../electron/engine/testing/soak/kill.ts'
import { playWriters } from '../../../../electron/engine/testing/soak/two-writers.ts'
import path from 'node:path'
import { addThread, startAgain, typed } from '../app.ts'
import { BEAT_MS, isLate, soon, until } from '../bounds.ts'
import type { Case, Column, Kind } from '../board.ts'
import { isThere } from '../processes.ts'
import { withSoakProgram } from '../../program.ts'
import { makeRepository } from '../repository.ts'
import { atRest, eventsStay, healthyBeats, quits, withApp } from '../watched.ts'

const seedOf = (c: Case): number => Math.floor(c.random() * 1e9)
const onLinux = (): string | null => (process.platform === 'linux' ? null : 'processes are found in /proc')

function each(c: Case, column: Column, found: readonly string[]): void {
  for (const what of found) c.check(column, false, what)
}

const atRandom: Kind = {
  group: 'process',
  name: 'killed at random moments under load',
  play: (c) =>
    withSoakProgram('kill', async (again) => {
      const result = await playKills(20, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
      each(c, 'doubled', result.doubled)
      each(c, 'wedged', result.notRequeued)
      if (result.accepted === 0) throw new Error('nothing was accepted')
    }),
}

const withEvents: Kind = {
  group: 'process',
  name: 'killed between an event and the end of the run that tells it',
  play: (c) =>
    withSoakProgram('events', async (again) => {
      const result = await playEventKills(12, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
      each(c, 'doubled', result.twice)
      c.check('silent', result.neverSeen === 0, `${result.neverSeen} prompts that no agent got`)
    }),
}

const withWriters: Kind = {
  group: 'process',
  name: 'killed while three programs write one HEARTBEAT.md',
  play: (c) =>
    withSoakProgram('writers', async (again) => {
      const result = await playWriters(8, seedOf(c), again)
      c.injected(result.rounds)
      each(c, 'lost', result.lost)
    }),
}

const withEscapes: Kind = {
  group: 'process',
  name: 'killed while programs run that escaped',
  cannot: onLinux,
  play: (c) =>
    withApp(c, async (first) => {
      let app = first
      const id = await addThread(app.client, makeRepository(path.join(c.folder, 'repo')))
      await atRest(c, app, id)
      for (const round of [1, 2, 3]) {
        const mark = `8${Math.floor(c.random() * 1e7)}`
        // What is queued again after the kill ends at once.
        const begun = path.join(c.folder, `begun-${round}`)
        const script = `[ -e ${begun} ] && exec echo HEARTBEAT_OK; touch ${begun}; env -i setsid -f sleep ${mark}; ( ( sleep ${mark} & ) & ); setsid sleep ${mark} & sleep ${mark}`
        const agent = { kind: 'command' as const, argv: ['/bin/sh', '-c', script], env: {} }
        await app.client.threads.setAgent({ id, agent, confirmed: true })
        const text = `event of round ${round}`
        await app.client.events.add({ to: app.healthy, text, source: 'cli', wake: 'next' })
        const { itemId } = await app.client.beat.start({ id })
        if (!(await until(() => isThere(mark), BEAT_MS))) throw new Error('the program did not start')
        app.child.kill('SIGKILL')
        await app.ended
        c.injected()
        app = await startAgain(c.lane.command, app)
        c.check('wedged', await until(() => !isThere(mark), 10_000), 'a process of the dead app lives on')
        await eventsStay(c, app, app.healthy, [text])
        const run = (await app.client.runs.page({ threadId: id, limit: 200 })).runs.filter(
          (r) => r.itemId === itemId,
        )
        c.check('silent', run[0]?.outcome === 'interrupted', `the run is said to be ${run[0]?.outcome}`)
        c.check('doubled', run.length <= 1, `${run.length} runs of one beat`)
        await app.client.threads.setAgent({ id, agent: { kind: 'local' }, confirmed: true })
        await healthyBeats(c, app, `after kill ${round}`)
        await atRest(c, app, id)
      }
      return app
    }),
}

const frozen: Kind = {
  group: 'process',
  name: 'stopped and continued',
  play: (c) =>
    withApp(c, async (app) => {
      for (const round of [1, 2]) {
        const text = `event before stop ${round}`
        await app.client.events.add({ to: app.healthy, text, source: 'cli', wake: 'next' })
        const asked = await app.client.beat.start({ id: app.healthy })
        app.child.kill('SIGSTOP')
        c.injected()
        const second = await typed(c, app.dataDir, 'serve')
        c.check('letIn', second.code !== 0, 'a second one works beside the stopped one')
        c.check('silent', second.err.includes('Another Threadbeat works on'), `it says: ${second.err}`)
        app.child.kill('SIGCONT')
        const run = await soon(app.client.beat.wait({ itemId: asked.itemId }), BEAT_MS)
        c.check('wedged', !isLate(run), 'the beat did not end after it was continued')
        await eventsStay(c, app, app.healthy, [text])
        await healthyBeats(c, app, `after stop ${round}`)
      }
      return app
    }),
}

const race: Kind = {
  group: 'process',
  name: 'several started at once on one data folder',
  play: (c) =>
    withApp(c, async (first) => {
      let app = first
      for (const round of [1, 2, 3]) {
        await quits(c, app)
        c.injected()
        const starts = Array.from({ length: 5 }, () =>
          c.lane.command.start(['--data-dir', app.dataDir, 'serve']),
        )
        const owners = await Promise.all(
          starts.map(({ printed }) =>
            printed(/runs without a window/).then(
              () => true,
              () => false,
            ),
          ),
        )
        const count = owners.filter(Boolean).length
        c.check('letIn', count <= 1, `round ${round}: ${count} work on one folder`)
        c.check('wedged', count >= 1, `round ${round}: none works on the folder`)
        for (const [i, start] of starts.entries()) {
          if (owners[i] === true) start.child.kill('SIGTERM')
          const end = await start.ended
          c.check('silent', owners[i] === true || end.code !== 0, `round ${round}: the ${i}th ended with 0`)
        }
        app = await startAgain(c.lane.command, app)
        await healthyBeats(c, app, `after race ${round}`)
      }
      return app
    }),
}

export const KILL_KINDS: readonly Kind[] = [atRandom, withEvents, withWriters, withEscapes, frozen, race]
