import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { check, differences } from './contest.ts'
import { cronContests } from './cron.ts'
import { markdownContests } from './markdown.ts'
import { queueContests } from './queue.ts'

describe('what is measured beside a peer', () => {
  const same = { name: 'same', ours: () => [1], theirs: () => [1] }
  const other = { name: 'other', ours: () => [1], theirs: () => [2] }
  const throws = {
    name: 'throws',
    ours: () => [1],
    theirs: () => {
      throw new Error('cannot')
    },
  }

  it('is only what both give alike, and the rest is named', () => {
    const checked = check({ cases: [same, other, throws] })
    expect(checked).toEqual({ equal: [same], differing: ['other', 'throws'] })
    expect(differences({ figure: 'it', peer: 'peer 1' }, checked)).toBe(
      'it: peer 1 differs in 2 of 3 cases, which are left out for both (other, throws).',
    )
    expect(differences({ figure: 'it', peer: 'peer 1' }, check({ cases: [same] }))).toBeNull()
  })

  const [croner, nodeCron, nodeSchedule] = cronContests(20)
  it.each([
    // See shared/schedule/cron-croner.test.ts: what clocks jump over, and both of day and weekday.
    [
      'croner',
      croner!,
      /^`(0 \*\/2 \* \* \*|\*\/15 2 \* \* \*|\*\/20 0 \*\/2 \* 0|0,30 1-3 \* \* \*)` in /,
      90,
    ],
    [
      'node-schedule',
      nodeSchedule!,
      /^`((37|30|\*\/15) 2 \* \* \*|10 2 13 \* 0,6|\*\/20 0 \*\/2 \* 0)` in /,
      90,
    ],
  ])('has the same due times from %s, but for known differences', (_, contest, known, least) => {
    const { equal, differing } = check(contest)
    expect(equal.length).toBeGreaterThan(least)
    expect(differing.filter((name) => !known.test(name))).toEqual([])
  })

  it('has the same due times from node-cron, which takes day and weekday together', () => {
    const { equal, differing } = check(nodeCron!)
    expect(equal.length).toBeGreaterThan(80) // it knows no time but now, which may be a night of other clocks
    expect(differing).toContain('`10 2 13 * 0,6` in Europe/Berlin')
  })

  it('is the same order of the same messages, written as safely, with none left', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-contest-'))
    const contests = queueContests(folder, [{ depth: 3, turns: 1 }])
    try {
      for (const { cases } of contests) {
        expect(cases[0]!.ours()).toEqual({ worked: ['message 0', 'message 1', 'message 2'], left: 0 })
        expect(check({ cases }).differing).toEqual([])
      }
      expect(contests.map(({ peer }) => peer)).toEqual([expect.stringMatching(/^plainjob /), 'bare SQLite'])
    } finally {
      for (const { close } of contests) close?.()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is the same headings and the same tasks, of which there are some', () => {
    for (const { cases, figure } of markdownContests()) {
      const { headings, tasks } = cases[0]!.ours() as { headings: unknown[]; tasks: unknown[] }
      expect([headings.length, tasks.length >= 9], figure).toEqual([5, true])
      expect(check({ cases }).differing, figure).toEqual([])
    }
  })
})
