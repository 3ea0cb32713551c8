import { describe, expect, it } from 'vitest'
import { classify, failureInReply } from './failure-text.ts'

const zoned = { now: 0, timeZone: 'UTC' }
const codeOf = (text: string, status: number | null = null): string =>
  classify('The CLI', { text, status }, zoned).fault.code

describe('a server that is overloaded or down', () => {
  it.each([
    ['its status', 'Something went wrong', 503],
    ['Claude Code', 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', null],
    ['Codex', 'unexpected status 502 Bad Gateway: upstream', null],
    ['Copilot', 'Request failed with status code 500', null],
    [
      'Codex, found by hand',
      'We’re currently experiencing high demand, which may cause temporary errors.',
      null,
    ],
  ])('is known by %s', (_from, text, status) => expect(codeOf(text, status)).toBe('agent.overloaded'))

  it.each([
    ['a limit', 'API Error: 429 Too Many Requests', 'agent.limit_reached'],
    ['a sign-in', 'API Error: 401 unauthorized', 'agent.needs_login'],
    ['a model', 'unknown model "x"', 'agent.model_unavailable'],
    ['a number', 'wrote 529 lines and 500 bytes, then failed', 'agent.exit_nonzero'],
  ])('is not taken for %s', (_what, text, code) => expect(codeOf(text)).toBe(code))

  it('is no reply, where a CLI prints it as one and ends well; a report that quotes it is', () => {
    expect(failureInReply('API Error: 529 Overloaded', zoned)?.fault.code).toBe('agent.overloaded')
    expect(
      failureInReply('API Error: 529 Overloaded\n\nThis stands in the log of last night.', zoned),
    ).toBeNull()
  })
})
