import { describe, expect, it } from 'vitest'
import { run } from '../testing/acp-stand-in.ts'

describe('what a run of an agent that speaks ACP used', () => {
  it('is estimated where it was cut off, all that was said before sent with each request, and nothing where it had begun none', async () => {
    const endless = `answers['session/prompt'] = async () => {
        for (let i = 0; i < 8; i++) {
          call('c' + i, { status: 'in_progress', kind: 'execute', rawInput: { command: 'git log -' + i } })
          if (i < 7) done('c' + i, { content: [{ type: 'content', content: { type: 'text', text: 'x'.repeat(4000) } }] })
        }
        return new Promise(() => undefined)
      }`
    const cut = await run(endless, { limits: { toolCalls: 7, repeats: 50, usd: null } })
    expect(cut.result).toMatchObject({ status: 'failed', fault: { code: 'agent.runaway' } })
    const { callCount, usage } = cut.result.turn!
    expect(callCount).toBe(8)
    const requests = 8 // for the prompt, and after each call that came to its end
    const [base, growth] = [10_000, 1000] // its instructions, and what each call brings
    const sum = requests * base + (growth * requests * (requests - 1)) / 2
    expect(usage!.input).toBeGreaterThan(sum)
    expect(usage!.input).toBeLessThan(sum * 1.1)
    expect(usage).toMatchObject({ cached: 0, output: Math.floor((7 * 24) / 4) })
    const none = await run(`answers['session/prompt'] = () => process.exit(3)`)
    expect(none.result.turn?.usage).toBeNull()
  })

  it('is cut off when the estimate is more than it may cost, and says that it is one', async () => {
    const { result } = await run(
      `answers['session/prompt'] = async () => {
        for (let i = 0; i < 4; i++) {
          call('c' + i, { status: 'in_progress', kind: 'execute', rawInput: { command: 'git log -' + i } })
          done('c' + i, {})
        }
        return new Promise(() => undefined)
      }`,
      // Its model is not told: the dearest counts.
      { limits: { toolCalls: 500, repeats: 50, usd: 0.5 } },
    )
    expect(result.fault).toMatchObject({ code: 'agent.over_budget' })
    expect(result.fault?.message).toMatch(/^it has spent about \$0\.5\d \(estimated\); the limit is \$0\.50$/)
    expect(result.turn!.costUsd).toBeGreaterThan(0.5)
    expect(result.turn!.costUsd).toBeLessThan(0.55)
  })

  it('is cut off when it has spent more than the run may cost', async () => {
    const { result, survivors } = await run(
      `answers['session/prompt'] = () => new Promise(() =>
        update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.6, currency: 'USD' } }))`,
      { limits: { toolCalls: 50, repeats: 5, usd: 0.5 } },
    )
    expect(result).toMatchObject({ status: 'failed', fault: { code: 'agent.over_budget' } })
    expect(result.turn?.costUsd).toBe(0.6)
    expect(survivors).toEqual([])
  })
})
