import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaskResult } from '../runs/run.ts'
import { readToldRun, TOLD_CHARS, toldRunText } from './told-run.ts'

const task = (more: Partial<TaskResult> = {}): TaskResult => ({
  key: 'k',
  tier: 'quick',
  text: 'Run `git status`',
  status: 'finding',
  note: '2 files changed',
  severity: 'warning',
  command: ['git', 'status', '--secret'],
  exitCode: 0,
  durationMs: 3,
  output: 'printed by it',
  ...more,
})
const asIs = (text: string): string => text

describe('what is told of a run', () => {
  it('is its lines and what came of each, and nothing that was executed or printed', () => {
    const text = toldRunText({ fault: null, turn: null, tasks: [task()] }, asIs)
    expect(readToldRun(text)).toEqual({
      fault: null,
      tasks: [
        {
          text: 'Run `git status`',
          status: 'finding',
          note: '2 files changed',
          severity: 'warning',
          by: null,
        },
      ],
      leftOut: 0,
    })
    expect(text).not.toMatch(/secret|printed/)
  })

  it('says who worked a line only where an agent was started', () => {
    const tasks = [task(), task({ durationMs: null })]
    const workers = (turn: unknown) =>
      readToldRun(toldRunText({ fault: null, turn: turn as never, tasks }, asIs))!.tasks.map(({ by }) => by)
    expect(workers(null)).toEqual([null, null])
    expect(workers({})).toEqual(['Threadbeat', 'the agent'])
  })

  it('goes without what the redactor takes out', () => {
    const hide = (text: string): string => text.replaceAll('hunter2', '***')
    const tasks = [task({ text: 'login hunter2', note: 'hunter2' })]
    const fault = { code: 'runner.exit', message: 'exit after hunter2' } as const
    expect(toldRunText({ fault: fault as never, turn: null, tasks }, hide)).not.toContain('hunter2')
  })

  it('fits into an answer of the hub whatever it is, and what had no room is counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'binary', minLength: 1 }), note: fc.string() }), {
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 400 }),
        (lines, times) => {
          const tasks = lines.map(({ text, note }) => task({ text: `x${text.repeat(times)}`, note }))
          const told = toldRunText({ fault: null, turn: null, tasks }, asIs)
          expect(told.length).toBeLessThanOrEqual(TOLD_CHARS)
          const read = readToldRun(told)!
          expect(read.tasks.length + read.leftOut).toBe(tasks.length)
        },
      ),
    )
  })

  it('is read field by field: what is not as it must be is left out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const read = readToldRun(JSON.stringify(value))
        if (read !== null) for (const { text } of read.tasks) expect(text).not.toBe('')
      }),
    )
    for (const text of ['', 'null', '[]', '{"tasks": 3}', '{', `{"tasks": ["${'x'.repeat(TOLD_CHARS)}"]}`])
      expect(readToldRun(text), text.slice(0, 40)).toBeNull()
    const odd = {
      tasks: [null, 3, { text: 'a', status: 'won' }, { text: 'b', status: 'passed' }],
      leftOut: -2,
    }
    expect(readToldRun(JSON.stringify(odd))).toEqual({
      fault: null,
      tasks: [{ text: 'b', status: 'passed', note: '', severity: null, by: null }],
      leftOut: 0,
    })
  })
})
