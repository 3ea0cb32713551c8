import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { twoJoined } from '../../testing/hub/two-joined.ts'
import { MAIL_EXPIRES_MS } from '../letter.ts'
import { tellRun } from '../tell-run.ts'

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
const LINE = 'Run `git status`'

/** `here` asks `there` about a beat of a thread whose list may be read. */
async function two() {
  const { clock, hub, here, there, id, list, fail, stop, ...joined } = await twoJoined()
  there.s.checks = () => ({ note: `the key is ${SECRET}`, output: 'printed' })
  await clock.advance(20 * MINUTE)
  const run = there.s.runs(id).at(-1)!.id
  return {
    ...{ clock, hub, here, there, id, run, fail, stop },
    async ask(which: string = run): Promise<void> {
      await joined.ask('fetch-run', { run: which })
      await clock.settle()
    },
    async share(on: boolean): Promise<void> {
      there.s.store.threads.change(id, { sharesList: on })
      await clock.advance(10 * SECOND)
    },
    told: () => here.s.others.asked()!.toldRun('there', run),
    last: () => list()[0]!,
    /** What of the list stands in mail at the hub. */
    isAtHub: (): boolean => JSON.stringify(hub.kept.mail).includes(LINE),
  }
}

it('tells the lines of a beat only where its list may be read, without credentials', async () => {
  const { there, id, ask, share, told, last, run, isAtHub, stop } = await two()
  await ask()
  expect(last()).toMatchObject({ about: run, end: 'refused' })
  expect(last().text).toContain('may not read the list of "api"')
  expect(told()).toBeNull()
  there.s.store.threads.change(id, { sharesList: true })
  await ask() // before the list is told
  expect(last()).toMatchObject({ end: 'refused', text: expect.stringContaining('Ask again') as string })
  await share(true)
  await ask()
  expect(last()).toMatchObject({ about: run, end: 'done', text: '' })
  expect(told()!.tasks.map(({ text }) => text)).toContain(LINE)
  expect(JSON.stringify(told())).not.toMatch(/ghp_0123|printed/)
  expect(isAtHub()).toBe(false) // it was read
  await ask('run_gone')
  expect(last()).toMatchObject({ end: 'refused', text: 'That run is not on record there any more.' })
  await stop()
})

it('tells no line that left the list since, and of beats alone', async () => {
  const { there, run, ask, share, told, clock, stop } = await two()
  await share(true)
  there.s.files.set('/api', '## Quick Tasks\n- [ ] Another line\n')
  await clock.advance(HOUR)
  await ask()
  expect(told()).toMatchObject({ tasks: [] })
  expect(told()!.leftOut).toBeGreaterThan(0)
  const { store } = there.s
  const detail = { ...store.runs.detail(run)!, kind: 'job' as const }
  const answer = tellRun(run, { store: { ...store, runs: { ...store.runs, detail: () => detail } } })
  expect(answer).toMatchObject({ end: 'refused', text: expect.stringContaining('no beat') as string })
  await stop()
})

it('found by review: who answered and connects anew takes back nothing that nobody has read', async () => {
  const { hub, here, run, share, isAtHub, clock, stop } = await two()
  await share(true)
  await here.link.stop()
  const unread = { id: 'late', to: 'there', verb: 'fetch-run', args: { run }, rings: 1 } as const
  hub.send({ ...unread, expiresAt: clock.now() + MAIL_EXPIRES_MS })
  await clock.settle()
  hub.cut()
  await clock.advance(20 * MINUTE)
  expect(hub.connected('there')).toBe(true)
  expect(isAtHub()).toBe(true)
  await clock.advance(MAIL_EXPIRES_MS)
  expect(isAtHub()).toBe(false) // it has expired
  await stop()
})

it('found by review: sends nothing of a list that was taken back between the answer and its way', async () => {
  const { hub, there, id, ask, share, fail, isAtHub, last, clock, stop } = await two()
  await share(true)
  fail((call) => (call === 'settle' ? 'request' : 'none')) // it is answered, and the hub does not hear it
  await ask()
  expect(isAtHub()).toBe(false)
  there.s.store.threads.change(id, { sharesList: false })
  const seen: boolean[] = []
  fail(() => {
    seen.push(isAtHub())
    return 'none'
  })
  await clock.advance(10 * MINUTE)
  expect(last()).toMatchObject({ end: 'refused' })
  expect(seen).not.toContain(true)
  expect(hub.broken).toEqual([])
  await stop()
})

it('takes back with a list what was told of its beats and nobody has read', async () => {
  const { hub, here, ask, share, told, run, isAtHub, clock, stop } = await two()
  await share(true)
  await ask()
  expect(told()).not.toBeNull()
  await here.link.stop()
  const unread = { id: 'late', to: 'there', verb: 'fetch-run', args: { run }, rings: 1 } as const
  hub.send({ ...unread, expiresAt: clock.now() + MAIL_EXPIRES_MS })
  await clock.settle()
  expect(isAtHub()).toBe(true)
  await share(false)
  expect(isAtHub()).toBe(false)
  await stop()
})

it('forgets what it was told when a list of that machine is not to be read any more', async () => {
  const { ask, share, told, clock, stop } = await two()
  await share(true)
  await ask()
  expect(told()).not.toBeNull()
  await share(false)
  await clock.advance(MINUTE)
  expect(told()).toBeNull()
  await stop()
})
