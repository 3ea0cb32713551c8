import { describe, expect, it } from 'vitest'
import { applyChanges } from '../edit/line-changes.ts'
import { parse } from '../doc.ts'
import { lint, type LintFacts } from './lint.ts'
import type { LintProblem } from './lint-problem.ts'
import { seedText } from '../templates/template.ts'
import { randomFrom, randomText } from '../testing/heartbeat-fuzz.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const facts: LintFacts = { now: NOW, timings: [] }
const GOOD = seedText({
  defaultBranch: 'main',
  remote: null,
  hasGh: false,
  bare: false,
  threadName: 'api',
  masterNumber: null,
})
const found = (text: string, code: LintProblem['code'], with_: LintFacts = facts): LintProblem => {
  const problem = lint(text, with_).find((p) => p.code === code)
  if (problem === undefined)
    throw new Error(
      `no ${code} in ${lint(text, with_)
        .map((p) => p.code)
        .join(', ')}`,
    )
  return problem
}
/** The text after the fix; the same problem must be gone. */
const fixed = (text: string, code: LintProblem['code'], with_: LintFacts = facts): string => {
  const { fix } = found(text, code, with_)
  if (fix === null) throw new Error(`no fix for ${code}`)
  const after = applyChanges(text, fix.changes)
  const count = (of: string): number => lint(of, with_).filter((p) => p.code === code).length
  expect(count(after)).toBeLessThan(count(text))
  return after
}

describe('a problem and its quick fix', () => {
  it('finds nothing in a new file', () => expect(lint(GOOD, facts)).toEqual([]))
  it.each([
    ['missing_section', GOOD.replace(/## Notes[\s\S]*/, ''), '## Notes\n\n(context'],
    ['duplicate_section', `${GOOD}\n## Quick Tasks\n- [ ] Another\n`, 'flagged\n- [ ] Another'],
    ['unknown_heading', GOOD.replace(/## Hourly Tasks.*/, '## Hourly Taks'), '## Hourly Tasks'],
    [
      'unreadable_time',
      GOOD.replace('Last hourly: (never)', 'Last hourly: noonish'),
      '- Last hourly: (never)',
    ],
    [
      'future_time',
      GOOD.replace('Last hourly: (never)', 'Last hourly: 2027-01-01 09:00 +00:00'),
      '- Last hourly: (never)',
    ],
    [
      'empty_tier',
      GOOD.replace(/- \[ \] Summarise[\s\S]*?\n\n/, '\n'),
      '- [ ] Flag branches without commits for more than 7 days',
    ],
    ['nothing_to_do', '# Mine\n\nJust words.\n', '## Daily Tasks'],
    ['no_tiers', '# Mine\n\n- [ ] one\n', '## Quick Tasks (every heartbeat)\n\n- [ ] one'],
    [
      'duplicate_task',
      GOOD.replace('## Hourly', '- [ ] Check Urgent Flags above; report if anything is flagged\n## Hourly'),
      'Hourly',
    ],
    [
      'slow_in_quick',
      GOOD.replace('- [ ] Check Urgent', '- [ ] Run `npm test`\n- [ ] Check Urgent'),
      '`main`\n- [ ] Run `npm test`',
    ],
    ['secret', `${GOOD}password: correct-horse-battery\n`, 'Notes'],
    ['hidden_characters', GOOD.replace('(none)', '(no\u200bne)'), '(none)'],
    ['open_fence', `${GOOD}\n~~~~\ncode\n`, 'code\n~~~~'],
    ['open_comment', `${GOOD}\n<!-- hm\n`, '<!-- hm\n-->'],
  ] as const)('%s', (code, text, expected) => {
    expect(fixed(text, code)).toContain(expected)
    // The same with the endings of Windows: only the lines of the fix change.
    const crlf = text.replaceAll('\n', '\r\n')
    expect(fixed(crlf, code).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
  it('says what the last beats have measured, instead of guessing', () => {
    const text = GOOD.replace('- [ ] Check Urgent', '- [ ] Run `npm test`\n- [ ] Check Urgent')
    const timings = [{ key: 'quick:run npm test', worstMs: 94_000, beats: 3 }]
    expect(found(text, 'slow_measured', { now: NOW, timings }).message).toBe(
      'Took up to 1 min 34 s in its last 3 beats.',
    )
    expect(found(text, 'slow_measured', { now: NOW, timings: [{ ...timings[0]!, beats: 1 }] }).message).toBe(
      'Took 1 min 34 s in its last beat.',
    )
    expect(lint(text, { now: NOW, timings }).map((p) => p.code)).toEqual(['slow_measured'])
    expect(
      parse(fixed(text, 'slow_measured', { now: NOW, timings })).tasks.find((t) => t.text.includes('npm'))
        ?.tier,
    ).toBe('hourly')
    expect(lint(text, { now: NOW, timings: [{ ...timings[0]!, worstMs: 9000 }] }).map((p) => p.code)).toEqual(
      ['slow_in_quick'],
    )
  })
  it('guesses nothing of a line whose command was measured when it was tried', () => {
    const text = GOOD.replace('- [ ] Check Urgent', '- [ ] Run `npm test`\n- [ ] Check Urgent')
    const record = { key: 'quick:run npm test', days: 0, beats: 0, raised: 0, confirmed: 0, same: null }
    const codes = (triedMs: number | null) =>
      lint(text, { now: NOW, timings: [], records: [{ ...record, triedMs }] }).map((p) => p.code)
    expect(codes(300)).toEqual([])
    expect(codes(20_000)).toEqual(['slow_in_quick'])
    expect(codes(null)).toEqual(['slow_in_quick'])
  })
  it('says what a long file costs', () => {
    expect(found(GOOD + 'word '.repeat(2000), 'long_file').message).toMatch(
      /costs about \d+ tokens each beat/,
    )
    expect(
      found(
        GOOD.replace(
          '## Daily',
          `${Array.from({ length: 61 }, (_, i) => `- [ ] t${i}`).join('\n')}\n## Daily`,
        ),
        'many_tasks',
      ).message,
    ).toMatch(/costs about \d+ tokens each beat/)
  })
})

it('never fails, and never offers a fix that changes nothing', () => {
  const random = randomFrom(7)
  let fixes = 0
  for (let i = 0; i < 1500; i++) {
    const text = randomText(random)
    for (const { fix } of lint(text, facts)) {
      if (fix === null) continue
      fixes++
      expect(applyChanges(text, fix.changes)).not.toBe(text)
    }
  }
  expect(fixes).toBeGreaterThan(500)
})

it('makes a heading of a line that only looks like one', () => {
  for (const line of ['##Urgent Flags', '> ## Urgent Flags', '- ## urgent flags:', 'Urgent Flags\n---'])
    expect(
      parse(fixed(`${line}\n- PROD DOWN\n\n## Quick Tasks\n- Look\n`, 'no_heading')).flags,
    ).toMatchObject([{ text: 'PROD DOWN' }])
})

it('found by a user: of thousands of lines that do the same fifty are named, at once', () => {
  const words = ['alpha', 'beta', 'gamma']
  const lines = Array.from(
    { length: 4900 },
    (_, i) => `- [ ] Look at the ${words[i % 3]}${' please'.repeat(i % 40)}`,
  )
  const text = `## Quick Tasks\n${lines.join('\n')}\n`
  const records = parse(text).tasks.map(({ key }, i) => ({
    ...{ key, days: 0, beats: 0, raised: 0, confirmed: 0, triedMs: null },
    same: words[i % 3]!,
  }))
  const same = lint(text, { now: 0, timings: [], records }).filter((p) => p.code === 'same_in_other_words')
  expect(same.length).toBe(50)
  expect(same[0]).toMatchObject({ line: 5, fix: { label: 'Keep line 2' } })
  expect(applyChanges(text, same[0]!.fix!.changes)).toBe(text.replace(`${lines[3]}\n`, ''))
})
