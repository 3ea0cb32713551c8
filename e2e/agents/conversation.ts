import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { USAGE } from '../harness/model-server.ts'
import { expectHonestPrompt, type products } from './product.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'

/** Where each keeps its sessions, below its home. */
const SESSIONS: Partial<Record<TestedCli, string>> = {
  claude: 'claude/projects',
  codex: 'codex/sessions',
  copilot: 'copilot/session-state',
  opencode: 'data/opencode',
}

/** Messages and the session that they go on with. */
export function conversationScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it('answers a message', async () => {
    const p = await product(() => ({ say: 'It sleeps in the shade.\n\nAll day.' }))
    const run = await p.message('Where does it sleep? "quotes", → arrows\n- [ ] and a box')
    expect(run).toMatchObject({
      outcome: 'quiet',
      kind: 'message',
      reply: 'It sleeps in the shade.\n\nAll day.',
      fault: null,
    })
    expectHonestPrompt(run, p.newlyAsked())
    const { entries } = await p.client.conversation.page({ id: p.id })
    expect(entries.filter((e) => e.kind === 'message')).toMatchObject([
      {
        from: 'user',
        text: 'Where does it sleep? "quotes", → arrows\n- [ ] and a box',
        state: 'answered',
        reply: 'It sleeps in the shade.\n\nAll day.',
        runId: run.id,
      },
    ])
  })

  // By the protocol it finds none of the sessions that it keeps: each message begins anew.
  if (cli === 'gemini') return

  it('goes on with the session at the next message, and in beats where they share it', async () => {
    const p = await product(({ prompts }) => ({
      say: `Answer to ${prompts.length > 0 ? prompts.at(-1)!.match(/First|Second|HEARTBEAT/)?.[0] : 'nothing'}.`,
    }))
    const first = await p.message('First question')
    expect(first).toMatchObject({ outcome: 'quiet', reply: 'Answer to First.' })
    expectHonestPrompt(first, p.newlyAsked())
    const second = await p.message('Second question')
    expect(second).toMatchObject({ outcome: 'quiet', reply: 'Answer to Second.' })
    expect(second.turn?.sessionId).toBe(first.turn?.sessionId)
    for (const { turn } of [first, second]) expect(turn?.usage, 'of this run alone').toEqual(USAGE)
    const asked = p.newlyAsked()
    expectHonestPrompt(second, asked)
    expect(asked[0]?.prompts.join('\n')).toContain('First question')
    expect(asked[0]?.replies).toContain('Answer to First.')
    expect(await p.client.conversation.session({ id: p.id })).toMatchObject({ id: first.turn?.sessionId })

    const anew = await p.beat()
    expect(anew.turn?.sessionId).not.toBe(first.turn?.sessionId)
    expect(p.newlyAsked()[0]?.replies).toEqual([])
    expect(await p.client.conversation.session({ id: p.id })).toMatchObject({ id: first.turn?.sessionId })
    await p.client.threads.change({ id: p.id, session: 'resume' })
    const beat = await p.beat()
    expect(beat.turn?.sessionId).toBe(first.turn?.sessionId)
    expect(p.newlyAsked()[0]?.replies).toEqual(['Answer to First.', 'Answer to Second.'])
    expect(second.resume?.argv.join(' ')).toContain(first.turn?.sessionId ?? 'a session')
  })

  it('begins a new session when a person ends the old one, or the CLI has lost it', async () => {
    const p = await product(({ replies }) => ({ say: `I have said ${replies.length}.` }))
    const first = await p.message('First question')
    await p.client.conversation.forget({ id: p.id })
    const second = await p.message('Second question')
    expect(second).toMatchObject({ outcome: 'quiet', reply: 'I have said 0.' })
    expect(second.turn?.sessionId).not.toBe(first.turn?.sessionId)
    rmSync(path.join(p.home, SESSIONS[cli] ?? ''), { recursive: true })
    expect(await p.message('Third question')).toMatchObject({
      outcome: 'quiet',
      fault: null,
      reply: 'I have said 0.',
    })
    expect(await p.message('Fourth question')).toMatchObject({ outcome: 'quiet', reply: 'I have said 1.' })
  })
}
