import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('conversation-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('a conversation', () => {
  it('has nothing to stop and no session before it was spoken to', async () => {
    expect((await cli('set', 'session', 'resume', '-t', 'lab')).code).toBe(0)
    expect((await cli('stop', 'lab')).out).toBe('4 lab is not running anything.\n')
    expect(await cli('session', 'lab')).toMatchObject({
      code: 0,
      out: '4 lab has no session: the next message begins one, or a beat that you ask for.\n',
    })
    expect((await cli('session', 'lab', '--forget')).out).toBe('4 lab had no session.\n')
    expect(await json('session', 'lab')).toBeNull()
  })

  it('answers messages, shows the conversation and the run', async () => {
    const answered = await cli('send', 'lab', 'how', 'are you?', '--wait')
    expect(answered).toMatchObject({ code: 0, out: 'I am [31mfine\n' })
    const talk = await cli('talk', 'lab')
    expect(talk.out).toMatch(
      /You {2}.*\n {2}how are you\?\nlab {2}.*✓ Quiet {2}run_\w+\n {2}I am \[31mfine\n/,
    )
    const entry = (await json<{ runId: string; text: string; state: string }[]>('talk', 'lab')).at(-1)
    expect(entry).toMatchObject({ text: 'how are you?', state: 'answered' })
    expect((await cli('run', entry?.runId ?? '')).out).toMatch(
      /Message\n {2}how are you\?\n\nReply\n {2}I am \[31mfine\n/,
    )
    expect(await json('again', entry?.runId ?? '')).toMatchObject({
      kind: 'message',
      message: 'how are you?',
      outcome: 'quiet',
      reply: expect.stringContaining('fine') as string,
    })
    const kept = await cli('send', 'api', 'hello')
    expect(kept.out).toMatch(
      /^Kept: 2 api has no agent; it is read when it has one\. Choose one: threadbeat set runner --thread 2 claude\. Or take it back: threadbeat queue cancel itm_\w+\n$/,
    )
    const item = /itm_\w+/.exec(kept.out)![0]
    for (const where of [['status'], ['status', 'api'], ['queue']])
      expect((await cli(...where)).out).toContain(
        `2 api: 1 message waits for an agent. Choose one: threadbeat set runner --thread 2 claude. Or take it back: threadbeat queue cancel ${item}`,
      )
    expect((await cli('why', 'api')).out).toContain(
      '1 message waits for an agent; this thread has local checks',
    )
    expect((await cli('talk', 'api')).out).toContain(`take it back: threadbeat queue cancel ${item}`)
    expect(
      (await cli('job', 'add', 'api', 'sum', '--every', '6h', '--prompt', 'Sum up', '--yes')).err,
    ).toContain(
      '2 api has no agent, so the job waits for one. Choose one: threadbeat set runner --thread 2 claude',
    )
    expect(await cli('queue', 'cancel', item)).toMatchObject({ code: 0 })
    expect((await cli('status')).out).not.toContain('message waits for an agent')
    expect(await cli('send', 'api', 'hello', '--wait')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no agent') as string,
    })
  })

  it('stops what runs, and says so by the exit code of who waits for it', async () => {
    const waiting = cli('send', 'lab', 'stand still', '--wait')
    // Each look is a way over the socket and back, in which the run goes on. Its first beat may run before.
    while (!(await cli('stop', 'lab')).out.includes('its message is being stopped'));
    expect(await waiting).toMatchObject({ code: 30, err: expect.stringContaining('Stopped') as string })
    expect((await cli('talk', 'lab', '-n', '1')).out).toMatch(
      /stand still[^]*It was stopped.*threadbeat again run_/,
    )
  })
})
