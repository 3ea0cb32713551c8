import fc from 'fast-check'
import { expect, it } from 'vitest'
import { taskKey } from '../../../shared/playbook/doc.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { taskResults } from './task-results.ts'

const column = taskResults()
const read = (written: unknown): readonly TaskResult[] => column.read!(String(written))
const hundredths = fc.integer({ min: 0, max: 1e8 }).map((n) => n / 100)
const result: fc.Arbitrary<TaskResult> = fc
  .record({
    tier: fc.constantFrom(...TIERS),
    text: fc.string(),
    status: fc.constantFrom('passed' as const, 'finding' as const, 'untouched' as const),
    note: fc.string(),
    severity: fc.constantFrom(null, 'notice' as const, 'urgent' as const),
    command: fc.option(fc.array(fc.string())),
    exitCode: fc.option(fc.integer()),
    durationMs: fc.option(hundredths),
    output: fc.oneof(fc.constant(''), fc.string()),
    key: fc.option(fc.string()),
  })
  .map(({ key, ...one }) => ({ ...one, key: key ?? taskKey(one.tier, one.text) }))

it('results come back as they were written, but for less than a hundredth of a millisecond', () => {
  fc.assert(
    fc.property(fc.array(result), (list) => {
      expect(read(column.write(list))).toEqual(list)
    }),
  )
  const [exact] = fc.sample(result, 1)
  expect(read(column.write([{ ...exact!, durationMs: 51.866317 }]))).toEqual([
    { ...exact, durationMs: 51.87 },
  ])
})

it('those that were written by the names of their fields are read as well', () => {
  fc.assert(
    fc.property(fc.array(result), (list) => {
      expect(read(JSON.stringify(list))).toEqual(list)
    }),
  )
})

it('what passed takes no more than its line, what was seen, and forty characters', () => {
  const passed: TaskResult = {
    key: 'quick:run git status; report uncommitted or untracked files',
    tier: 'quick',
    text: 'Run `git status`; report uncommitted or untracked files',
    status: 'passed',
    note: 'clean',
    severity: null,
    output: '',
    command: null,
    exitCode: null,
    durationMs: 51.86631799998577,
  }
  expect(String(column.write([passed])).length).toBeLessThan(passed.text.length + passed.note.length + 40)
})
