import { describe, expect, it } from 'vitest'
import { run } from '../testing/acp-stand-in.ts'

describe('what a run of an agent that speaks ACP used', () => {
  it('counts as so many typical requests where it was cut off, and as nothing where it had begun none', async () => {
    const endless = `answers['session/prompt'] = async () => {
        for (let i = 0; ; i++) {
          call('c' + i, { status: 'in_progress', kind: 'execute', rawInput: { command: 'git log -' + i } })
          done('c' + i, {})
          await new Promise(setImmediate)
        }
      }`
    const cut = await run(endless, { limits: { toolCalls: 7, repeats: 50, usd: null } })
    expect(cut.result).toMatchObject({ status: 'failed', fault: { code: 'agent.runaway' } })
    const { callCount, usage } = cut.result.turn!
    expect(usage).toEqual({
      input: 3000 * (callCount + 1),
      cached: 10_000 * (callCount + 1),
      output: 175 * (callCount + 1),
    })
    const none = await run(`answers['session/prompt'] = () => process.exit(3)`)
    expect(none.result.turn?.usage).toBeNull()
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
