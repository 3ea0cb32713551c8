import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CliName } from '../../shared/agents/agent-config.ts'
import { FAULT_CODES } from '../../shared/base/faults.ts'
import { OK_TOKEN } from '../../shared/runs/reply.ts'
import { PRESETS } from '../../shared/agents/presets.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { inOrder, isTool, planLimit, USAGE, type Script } from '../harness/model-server.ts'
import { expectHonestPrompt, products, shellCall, type Product } from './product.ts'

/** Where each keeps its sessions, below its home. */
const SESSIONS: Record<CliName, string> = {
  claude: 'claude/projects',
  codex: 'codex/sessions',
  copilot: 'copilot/session-state',
}

/**
 * The same life with each CLI: the real program, the real engine, a model that does what the script says.
 */
export function scenarios(cli: CliName): void {
  const product = products(cli)
  const name = PRESETS[cli].name

  describe(`${name}, the real one`, () => {
    it('ends a beat quiet when each task left evidence: a command, and a report through our tools', async () => {
      const p = await product(({ results }) => {
        if (results.length === 0) return { ...shellCall(cli, 'git status'), say: 'Looking.' }
        if (results.length === 1) return { call: 'report', args: reportOf(p, 'ok') }
        return { say: OK_TOKEN }
      })
      const run = await p.beat()
      expect(run).toMatchObject({
        outcome: 'quiet',
        fault: null,
        reply: OK_TOKEN,
        exitCode: 0,
        touched: null,
      })
      expect(run.prompt).toMatch(/^HEARTBEAT tier=quick thread=\d+\n/)
      expect(run.tasks.map((t) => t.status)).toEqual(['passed', 'passed'])
      expect(run.report).toMatchObject({
        status: 'ok',
        tasks: [{ evidence: 'Saw it 1.' }, { evidence: 'Saw it 2.' }],
      })
      expect(run.turn).toMatchObject({ toolsReached: true, callCount: 2, refusals: [], malformedLines: 0 })
      expect(run.turn?.calls.map((c) => [c.kind, c.ok])).toEqual([
        ['command', true],
        ['own', true],
      ])
      const asked = p.newlyAsked()
      expectHonestPrompt(run, asked)
      expect(asked.map((a) => a.results.length)).toEqual([0, 1, 2])
      if (cli === 'claude')
        expect([run.model, asked[0]?.model], 'the smallest model for a quick beat').toEqual([
          'haiku',
          expect.stringContaining('haiku'),
        ])
      expect(asked[1]?.results[0]?.text).toMatch(/nothing to commit|working tree clean/)
      expect(asked[2]?.results[1]?.text).toContain('Taken: 2 tasks')
      await p.host.stop('wait')
      expect(await p.noticed(0)).toEqual([])
    })

    it('counts what the model server says was used', async () => {
      const p = await product(
        inOrder(
          { ...shellCall(cli, 'git status'), usage: { input: 1000, cached: 200, output: 30 } },
          { say: 'Done.', usage: { input: 500, cached: 700, output: 5 } },
        ),
      )
      const { turn } = await p.message('Look around.')
      expect(turn?.usage).toEqual({ input: 1500, cached: 900, output: 35 })
      expect((await p.client.agents.spend()).today).toMatchObject({ starts: 1, tokens: 2435 })
    })

    it('ends a beat with an alert that a person is told once', async () => {
      const script: Script = ({ results }) => {
        if (results.length === 0) return shellCall(cli, 'git status')
        if (results.length === 1)
          return {
            call: 'report',
            args: {
              ...reportOf(p, 'finding'),
              status: 'attention',
              alerts: [{ key: 'escape', severity: 'warning', text: 'The fence has a hole.', state: 'open' }],
            },
          }
        return { say: 'The fence has a hole.' }
      }
      const p = await product(script)
      const run = await p.beat()
      expect(run).toMatchObject({ outcome: 'alert', fault: null, reply: 'The fence has a hole.' })
      expectHonestPrompt(run, p.newlyAsked())
      const open = await p.client.alerts.list({ state: 'open' })
      expect(open.map((a) => a.text).join('\n')).toContain('The fence has a hole.')
      const told = [...(await p.noticed(open.length))]
      expect(await p.beat()).toMatchObject({ outcome: 'alert' })
      await p.host.stop('wait')
      expect(await p.noticed(0), 'the same alert again is no news').toEqual(told)
    })

    it('does not believe a quiet reply that nothing shows', async () => {
      const p = await product(() => ({ say: OK_TOKEN }))
      const run = await p.beat()
      expect(run).toMatchObject({ outcome: 'unproven', reply: OK_TOKEN })
      expect(run.tasks.map((t) => t.status)).toEqual(['untouched', 'untouched'])
    })

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

    it('goes on with the session at the next message, and in beats', async () => {
      const p = await product(
        ({ prompts }) => ({
          say: `Answer to ${prompts.length > 0 ? prompts.at(-1)!.match(/First|Second|HEARTBEAT/)?.[0] : 'nothing'}.`,
        }),
        { session: 'resume' },
      )
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

      const beat = await p.beat()
      expect(beat.turn?.sessionId).toBe(first.turn?.sessionId)
      expect(p.newlyAsked()[0]?.replies).toEqual(['Answer to First.', 'Answer to Second.'])
      expect(second.resume?.argv.join(' ')).toContain(first.turn?.sessionId ?? 'a session')
    })

    it('begins a new session when a person ends the old one, or the CLI has lost it', async () => {
      const p = await product(({ replies }) => ({ say: `I have said ${replies.length}.` }), {
        session: 'resume',
      })
      const first = await p.message('First question')
      await p.client.conversation.forget({ id: p.id })
      const second = await p.message('Second question')
      expect(second).toMatchObject({ outcome: 'quiet', reply: 'I have said 0.' })
      expect(second.turn?.sessionId).not.toBe(first.turn?.sessionId)
      rmSync(path.join(p.home, SESSIONS[cli]), { recursive: true })
      expect(await p.message('Third question')).toMatchObject({
        outcome: 'quiet',
        fault: null,
        reply: 'I have said 0.',
      })
      expect(await p.message('Fourth question')).toMatchObject({ outcome: 'quiet', reply: 'I have said 1.' })
    })

    it('raises an urgent flag that stays until it is cleared', async () => {
      const p = await product(
        inOrder(
          shellCall(cli, 'git status'),
          { call: 'flag', args: { text: 'The quokka is gone', on: true } },
          { say: 'The quokka is gone!' },
        ),
      )
      expect(await p.beat()).toMatchObject({ outcome: 'urgent' })
      expect(readFileSync(p.file, 'utf8')).toContain('- The quokka is gone\n')
      expect((await p.noticed(1))[0]).toMatchObject({ severity: 'urgent', threadId: p.id })
    })

    it('is ended when it goes round in circles', async () => {
      const p = await product(() => shellCall(cli, 'git status'))
      const run = await p.beat()
      expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.runaway' } })
      expect(run.turn?.callCount).toBeLessThan(20)
    })

    it('answers the test of a runner', async () => {
      const p = await product(() => ({ say: 'Here.' }))
      expect(await p.client.agents.test({ agent: p.agent, confirmed: true })).toMatchObject({
        ok: true,
        fault: null,
        text: 'Here.',
        exitCode: 0,
      })
      p.server.play(() => ({ status: 401 }))
      expect(await p.client.agents.test({ agent: p.agent, confirmed: true })).toMatchObject({
        ok: false,
        fault: { code: 'agent.needs_login' },
      })
      expect(p.host.snapshot().fleet.resting, 'a test is no beat').toEqual([])
    })

    it('lets the agent edit HEARTBEAT.md through our tools, also when it may only look', async () => {
      const p = await product(
        inOrder(
          { call: 'heartbeat_read', args: {} },
          {
            call: 'heartbeat_write',
            args: {
              edits: [
                { do: 'addTask', tier: 'hourly', text: 'Look at the fence' },
                { do: 'appendNote', text: 'The fence was mended.' },
              ],
            },
          },
          { call: 'heartbeat_write', args: { edits: [{ do: 'removeTask', key: 'quick:no such task' }] } },
          { say: 'Wrote it down.' },
        ),
      )
      const run = await p.beat()
      const text = readFileSync(p.file, 'utf8')
      expect(text).toMatch(
        /## Hourly Tasks\n\n- \[ \] Count the visitors of the quokka\n- \[ \] Look at the fence\n/,
      )
      expect(text).toContain('The fence was mended.')
      const asked = p.newlyAsked()
      expect(
        asked
          .at(-1)
          ?.results.map((r) => [isTool(r.tool, 'heartbeat_read'), isTool(r.tool, 'heartbeat_write')]),
      ).toEqual([
        [true, false],
        [false, true],
        [false, true],
      ])
      expect(asked[1]?.results[0]?.text).toContain('Weigh the quokka')
      expect(asked[2]?.results[1]?.text).toContain('Written: 2 edits')
      expect(asked[3]?.results[2]?.text).toContain('Nothing was written')
      expect(run.turn?.calls.map((c) => [c.kind, c.ok])).toEqual([
        ['own', true],
        ['own', true],
        ['own', false],
      ])
      expect(run.touched).toBeNull()
    })

    it('refuses what the profile does not allow, and asks a person', async () => {
      const p = await product(inOrder(shellCall(cli, 'touch stolen.txt'), { say: 'I could not.' }))
      const run = await p.beat()
      expect(run.touched).toBeNull()
      expect(readable(p, 'stolen.txt')).toBe(false)
      if (cli === 'codex') return // its sandbox says no to the model alone
      expect(run.turn?.refusals.length).toBeGreaterThan(0)
      expect(run.outcome).toBe('blocked')
      expect((await p.client.permissions.list({ id: p.id })).map((r) => r.decision)).toContain('asked')
    })

    it('stops while the model is silent', async () => {
      const p = await product(() => ({ hang: true }))
      const run = await p.stopped(p.client.beat.start({ id: p.id, tier: 'quick' }), () =>
        p.server.asked.length > 0 ? true : null,
      )
      expect(run).toMatchObject({ outcome: 'stopped', fault: null })
      expectHonestPrompt(run, p.newlyAsked())
      await p.server.until('the end of the request', () =>
        p.server.asked[0]?.state === 'gone' ? true : null,
      )
    })

    it('stops while a program of the agent runs, and that program with it', async () => {
      let url = ''
      const p = await product(
        () => shellCall(cli, `node -e "fetch('${url}/started').then(() => setInterval(() => {}, 1000))"`),
        { profiles: { message: 'full' } },
      )
      url = p.server.url
      const run = await p.stopped(p.client.messages.send({ to: p.id, text: 'Run it.' }), () =>
        p.server.others.includes('GET /started') ? true : null,
      )
      expect(run).toMatchObject({ outcome: 'stopped', kind: 'message' })
    })

    it('rests when the limit is reached, until the time that it is told', async () => {
      const resetsAt = Date.now() + 2 * HOUR
      const p = await product(() => planLimit(cli, resetsAt), { pays: 'plan' })
      const run = await p.beat()
      expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.limit_reached' } })
      await expectRest(p, 'limit')
      const [rest] = p.host.snapshot().fleet.resting
      expect(rest?.told).toBe(cli !== 'copilot')
      if (rest?.told === true)
        expect(Math.abs(rest.until - resetsAt), 'some say it in minutes').toBeLessThanOrEqual(MINUTE)
    })

    // Copilot is told the same in both cases, and takes a minute to give up.
    if (cli !== 'copilot')
      it('rests when an API key is used too much', async () => {
        const p = await product(() => ({ status: 429 }))
        expect(await p.beat()).toMatchObject({ outcome: 'broken', fault: { code: 'agent.limit_reached' } })
        await expectRest(p, 'limit')
      })

    it('rests when it is signed out, and works again when it is back', async () => {
      const p = await product(() => ({ status: 401 }))
      const run = await p.beat()
      expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.needs_login' } })
      expectHonestPrompt(run, p.newlyAsked())
      await expectRest(p, 'login')
      p.server.play(() => ({ say: 'Back again.' }))
      const { itemId } = await p.client.beat.start({ id: p.id, tier: 'quick', anyway: true })
      expect(await p.client.beat.wait({ itemId })).toMatchObject({ outcome: 'alert' })
      expect(p.host.snapshot().fleet.resting).toEqual([])
    })

    it('calls it broken when the model server talks nonsense', async () => {
      const p = await product(() => ({ malformed: true }))
      const run = await p.beat()
      expect(run.outcome).toBe('broken')
      expect(FAULT_CODES.filter((c) => c.startsWith('agent.'))).toContain(run.fault?.code)
      expect(p.host.snapshot().fleet.resting, 'nobody else is concerned').toEqual([])
    })

    it('survives a reply of eight million letters', async () => {
      const p = await product(() => ({ huge: 8_000_000 }))
      const run = await p.message('Tell me everything.')
      expect(['quiet', 'broken']).toContain(run.outcome)
      if (run.outcome === 'broken') expect(run.fault?.code).toBe('agent.output_overflow')
      expect(run.output.length).toBeLessThan(1_000_000)
      expect(run.reply.length).toBeLessThan(1_000_000)
      p.server.play(() => ({ say: 'Short.' }))
      expect(await p.message('And now short.')).toMatchObject({ outcome: 'quiet', reply: 'Short.' })
    })
  })
}

const reportOf = (p: Product, outcome: 'ok' | 'finding') => ({
  status: 'ok',
  alerts: [],
  tasks: p
    .tasks()
    .filter((t) => t.tier === 'quick')
    .map((t, i) => ({ key: t.key, outcome, evidence: `Saw it ${i + 1}.` })),
})

async function expectRest(p: Product, cause: 'limit' | 'login'): Promise<void> {
  expect(p.host.snapshot().fleet.resting).toMatchObject([{ cause, threads: 1 }])
  await expect(p.client.beat.start({ id: p.id, tier: 'quick' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await p.noticed(1), 'one notice for the runner, none for the thread').toMatchObject([
    { threadId: null },
  ])
}

function readable(p: Product, name: string): boolean {
  try {
    readFileSync(p.file.replace(/HEARTBEAT\.md$/, name))
    return true
  } catch {
    return false
  }
}
