import { describe, expect, it } from 'vitest'
import { newEstimate } from './estimate.ts'

const call = (id: string, status: string, more: object = {}) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: id,
  status,
  ...more,
})

describe('the estimate of what a turn took', () => {
  it('counts a request once the calls of an answer have all ended, and one that is told twice once', () => {
    const estimate = newEstimate(1000, 'x'.repeat(400))
    expect(estimate.usage()).toEqual({ input: 1100, cached: 0, output: 0 })
    estimate.onUpdate(call('a', 'in_progress', { rawInput: 'y'.repeat(38) }))
    estimate.onUpdate(call('b', 'in_progress'))
    estimate.onUpdate(call('a', 'completed', { content: 'z'.repeat(400), rawOutput: 'z'.repeat(9000) }))
    expect(estimate.usage()).toEqual({ input: 1100, cached: 0, output: 9 })
    estimate.onUpdate(call('b', 'failed'))
    estimate.onUpdate(call('b', 'failed'))
    estimate.onUpdate(call('a', 'completed'))
    expect(estimate.usage().input).toBe(1100 + 1100 + Math.ceil((38 + 400) / 4))
  })

  it('counts what is said and thought as output, and as input of the next request', () => {
    const estimate = newEstimate(0, '')
    const say = (sessionUpdate: string, text: string): void =>
      estimate.onUpdate({ sessionUpdate, content: { type: 'text', text } })
    for (let i = 0; i < 10; i++) say('agent_thought_chunk', 'ab')
    say('agent_message_chunk', 'x'.repeat(60))
    estimate.onUpdate(call('a', 'completed'))
    expect(estimate.usage()).toEqual({ input: 20, cached: 0, output: 20 })
  })

  it('takes whatever an agent tells, and no more than it can hold', () => {
    const estimate = newEstimate(10, '')
    for (const odd of [{}, { content: 7 }, { toolCallId: {} }, { content: null, status: 4 }])
      for (const sessionUpdate of ['tool_call', 'agent_message_chunk', 'x'])
        estimate.onUpdate({ sessionUpdate, ...odd })
    for (let i = 0; i < 20_000; i++) estimate.onUpdate(call(`c${i}`, 'completed'))
    expect(estimate.usage().input).toBeLessThanOrEqual(10 * 10_001)
  })
})
