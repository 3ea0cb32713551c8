import { PRESETS } from '../../shared/agents/presets.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TOKEN_VARIABLE } from '../../electron/machine/agents/cli.ts'
import { checkOf } from '../../shared/runs/check-id.ts'
import { workerOf } from '../../shared/runs/pair.ts'
import { OK_TOKEN } from '../../shared/runs/reply.ts'
import { isTool } from '../harness/model-server-wire.ts'
import { inOrder, type Script } from '../harness/model-server.ts'
import { expectHonestPrompt, type products, type Product } from './product.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import { shellCall } from './shell-call.ts'

/** What a beat finds, says and writes. */
export function beatScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
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
    const { model } = PRESETS[cli].cheapest
    if (model !== null)
      expect([run.model, asked[0]?.model], 'the cheapest model').toEqual([
        model,
        expect.stringContaining(model),
      ])
    expect(asked[1]?.results[0]?.text).toMatch(/nothing to commit|working tree clean/)
    expect(asked[2]?.results[1]?.text).toContain('Taken: 2 tasks')
    await p.host.stop('wait')
    expect(await p.noticed(0)).toEqual([])
  })

  it('passes the untouched template with rights that only look, and starts the agent for what is left alone', async () => {
    const p = await product(
      ({ results }) => {
        if (results.length === 0) return { call: 'heartbeat_read', args: {} }
        return results.length === 1 ? { call: 'report', args: dailyReport(p) } : { say: OK_TOKEN }
      },
      { asNew: true },
    )
    for (const tier of ['quick', 'hourly'] as const) {
      const run = await p.beat(tier)
      expect(run).toMatchObject({ outcome: 'quiet', turn: null, prompt: null, profile: null })
      expect(run.summary).toContain('No agent was needed.')
      expect(new Set(run.tasks.map((t) => t.status))).toEqual(new Set(['passed']))
    }
    expect(p.server.asked).toEqual([])
    const daily = await p.beat('daily')
    expect(daily).toMatchObject({ outcome: 'quiet', fault: null, profile: 'look', touched: null })
    expect(daily.tasks.map((t) => [t.status, workerOf(t)])).toEqual(
      daily.tasks.map((t) => ['passed', checkOf(t.text) === 'review-lists' ? 'the agent' : 'Threadbeat']),
    )
    expect(daily.turn).toMatchObject({ toolsReached: true, refusals: [] })
    expect(daily.prompt).toMatch(/> daily:[^\n]*: Review/)
    expect(p.server.asked[0]!.prompts.some((text) => text.includes(daily.prompt!))).toBe(true)
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
    // opencode tells what its last request took, which is counted for each; Gemini CLI not what was cached.
    const usage = {
      opencode: { input: 1000, cached: 1400, output: 10 },
      gemini: { input: 2400, cached: 0, output: 35 },
    }
    const told =
      cli === 'opencode' || cli === 'gemini' ? usage[cli] : { input: 1500, cached: 900, output: 35 }
    expect(turn?.usage).toEqual(told)
    const tokens = told.input + told.cached + told.output
    expect((await p.client.agents.spend()).today).toMatchObject({ starts: 1, tokens })
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
      asked.at(-1)?.results.map((r) => [isTool(r.tool, 'heartbeat_read'), isTool(r.tool, 'heartbeat_write')]),
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

  // Claude Code and Copilot hand their whole environment on (SECURITY.md).
  if (cli !== 'codex') return
  it('hides the token of the tools from the commands that it starts', async () => {
    const p = await product(inOrder(shellCall(cli, `echo "token:$${TOKEN_VARIABLE}:"`), { say: 'I looked.' }))
    await p.beat()
    expect(p.newlyAsked()[1]?.results[0]?.text).toContain('token::')
  })
}

/** As an agent reports that has looked through the list. */
const dailyReport = (p: Product) => ({
  status: 'ok',
  alerts: [],
  tasks: p
    .tasks()
    .filter((t) => checkOf(t.text) === 'review-lists')
    .map((t) => ({ key: t.key, outcome: 'ok', evidence: 'Nothing to change.' })),
})

const reportOf = (p: Product, outcome: 'ok' | 'finding') => ({
  status: 'ok',
  alerts: [],
  tasks: p
    .tasks()
    .filter((t) => t.tier === 'quick')
    .map((t, i) => ({ key: t.key, outcome, evidence: `Saw it ${i + 1}.` })),
})
