import { describe, expect, it } from 'vitest'
import { beatExitCode, readSessionId } from './beat.ts'

describe('the exit code', () => {
  it.each([
    [['quiet', 'unchanged', 'skipped'], 0],
    [['alert', 'quiet'], 10],
    [['urgent', 'broken'], 20],
    [['broken'], 30],
    [['interrupted'], 30],
  ] as const)('outcomes %j give %d', (outcomes, code) => expect(beatExitCode(outcomes)).toBe(code))
})

describe('--session-id', () => {
  it('a session is named by its id alone', () => {
    expect(readSessionId('0199C1B2-7F3A-7ABC-8DEF-0123456789AB')).toBe('0199c1b2-7f3a-7abc-8def-0123456789ab')
    expect(() => readSessionId('latest')).toThrow(/must be a UUID/)
  })
})
