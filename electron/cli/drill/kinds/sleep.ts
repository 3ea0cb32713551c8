import type { Kind } from '../board.ts'
import { BEAT_MS, isLate, soon } from '../bounds.ts'
import { eventsStay, healthyBeats, withApp } from '../watched.ts'

/** How long it is stopped, as a machine that sleeps stops it. */
const SLEEPS_MS = [1000, 3000, 7000]

const asleep: Kind = {
  group: 'sleep',
  name: 'stopped for seconds with a beat on and a call on its way',
  play: (c) =>
    withApp(c, async (app) => {
      const { client, child, healthy } = app
      for (const sleepMs of SLEEPS_MS) {
        const texts = [`before ${sleepMs} ms of sleep`, `during ${sleepMs} ms of sleep`] as const
        const add = (text: string) => client.events.add({ to: healthy, text, source: 'cli', wake: 'next' })
        await add(texts[0])
        const { itemId } = await client.beat.start({ id: healthy })
        await new Promise((resolve) => setTimeout(resolve, c.random() * 300))
        child.kill('SIGSTOP')
        c.injected()
        const onItsWay = add(texts[1])
        await new Promise((resolve) => setTimeout(resolve, sleepMs))
        child.kill('SIGCONT')
        c.check('wedged', !isLate(await soon(onItsWay, BEAT_MS)), 'the call on its way was not answered')
        const run = await soon(client.beat.wait({ itemId }), BEAT_MS)
        c.check('wedged', !isLate(run), 'the beat did not end after the sleep')
        const { runs } = await client.runs.page({ threadId: healthy, limit: 200 })
        const same = runs.filter((r) => r.itemId === itemId).length
        c.check('doubled', same <= 1, `${same} runs of one beat`)
        await eventsStay(c, app, healthy, texts)
        await healthyBeats(c, app, `after ${sleepMs} ms of sleep`)
      }
      return app
    }),
}

export const SLEEP_KINDS: readonly Kind[] = [asleep]
