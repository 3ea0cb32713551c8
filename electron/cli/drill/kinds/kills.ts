import path from 'node:path'
import type { ItemId, ThreadId } from '../../../../shared/base/ids.ts'
import { addThread, startAgain, typed, type App } from '../app.ts'
import type { Case, Kind } from '../board.ts'
import { BEAT_MS, isLate, soon, until } from '../bounds.ts'
import { makeRepository } from '../repository.ts'
import { atRest, eventsStay, healthyBeats, quits, withApp } from '../watched.ts'
import { isThere, missing } from './processes.ts'

const onLinux = (): string | null =>
  process.platform === 'linux' ? missing('setsid') : 'processes are found in /proc'

/** What the app said yes to. */
interface Accepted {
  readonly events: string[]
  readonly beats: ItemId[]
  readonly messages: ItemId[]
}

/** So many of a sort in a round: the newest two hundred entries of a thread are looked at in the end. */
const LOAD = 20

/** Events, beats and messages at once until it dies; what was not answered may have happened or not. */
async function load(
  { client, healthy }: App,
  talker: ThreadId,
  round: number,
  accepted: Accepted,
): Promise<void> {
  const asks: ((n: number) => Promise<unknown>)[] = [
    async (n) => {
      const text = `event ${n} of round ${round}`
      await client.events.add({ to: healthy, text, source: 'cli', wake: 'next' })
      accepted.events.push(text)
    },
    async () => accepted.beats.push((await client.beat.start({ id: healthy })).itemId),
    async (n) =>
      accepted.messages.push(
        (await client.messages.send({ to: talker, text: `message ${n} of round ${round}` })).itemId,
      ),
  ]
  await Promise.all(
    asks.map(async (ask) => {
      for (let n = 0; n < LOAD; n++)
        try {
          await ask(n)
        } catch {
          return // it is dead
        }
    }),
  )
}

/** Each item is one run that has ended, or waits still; never two. */
async function worked(
  c: Case,
  app: App,
  id: ThreadId,
  items: readonly ItemId[],
  what: string,
): Promise<void> {
  for (const itemId of new Set(items)) {
    const run = await soon(
      app.client.beat.wait({ itemId }).catch(() => null),
      BEAT_MS,
    )
    if (isLate(run)) c.check('wedged', false, `${what} ${itemId} did not end`)
    else c.check('lost', run !== null, `${what} ${itemId} is neither on record nor waiting`)
  }
  const { runs } = await app.client.runs.page({ threadId: id, limit: 200 })
  for (const itemId of new Set(items)) {
    const same = runs.filter((run) => run.itemId === itemId).length
    c.check('doubled', same <= 1, `${what} ${itemId} has ${same} runs`)
  }
}

const underLoad: Kind = {
  group: 'process',
  name: 'killed while events, beats and messages come in',
  play: (c) =>
    withApp(c, async (first) => {
      let app = first
      const talker = await addThread(app.client, makeRepository(path.join(c.folder, 'talker')))
      await atRest(c, app, talker)
      const agent = {
        kind: 'command' as const,
        argv: ['/bin/sh', '-c', 'cat >/dev/null; echo done'],
        env: {},
      }
      await app.client.threads.setAgent({ id: talker, agent, confirmed: true })
      const accepted: Accepted = { events: [], beats: [], messages: [] }
      for (const round of [1, 2, 3, 4, 5, 6]) {
        const ms = 5 + Math.floor(c.random() * 400)
        const loaded = load(app, talker, round, accepted)
        await new Promise((resolve) => setTimeout(resolve, ms))
        app.child.kill('SIGKILL')
        await app.ended
        c.injected()
        await loaded
        app = await startAgain(c.lane.command, app)
      }
      if (accepted.events.length === 0) throw new Error('nothing was accepted')
      await worked(c, app, app.healthy, accepted.beats, 'beat')
      await worked(c, app, talker, accepted.messages, 'message')
      await eventsStay(c, app, app.healthy, accepted.events)
      await healthyBeats(c, app, 'after the kills')
      return app
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
        const { client } = app
        c.check('wedged', await until(() => !isThere(mark), 10_000), 'a process of the dead app lives on')
        await eventsStay(c, app, app.healthy, [text])
        const runsOfIt = async () =>
          (await client.runs.page({ threadId: id, limit: 200 })).runs.filter((r) => r.itemId === itemId)
        await until(async () => (await runsOfIt())[0]?.outcome !== null, BEAT_MS) // it is settled after the start
        const run = await runsOfIt()
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

export const KILL_KINDS: readonly Kind[] = [underLoad, withEscapes, frozen, race]
