import { describe, expect, it } from 'vitest'
import { parse } from '../doc.ts'
import { futureStamps } from './problems.ts'
import { findHidden, revealDeceptive, revealHidden } from '../../base/hidden-text.ts'
import { formatStamp, parseStamp } from '../stamp.ts'
import { findSecret } from '../../base/secrets/shapes.ts'

const SECTIONS =
  '## Timestamps\n## Urgent Flags\n## Quick Tasks\n- a\n## Hourly Tasks\n- b\n## Daily Tasks\n- c\n## Notes\n'
/** "line code", without what SECTIONS itself has to say. */
const problemsOf = (text: string) => parse(text).problems.map((p) => `${p.line} ${p.code}`)

describe('problems', () => {
  it('finds none in a file with all sections', () => expect(problemsOf(SECTIONS)).toEqual([]))

  it.each([
    ['a missing section', SECTIONS.replace('## Notes\n', ''), '8 missing_section'],
    ['a section that stands twice', `${SECTIONS}## Quick Tasks\n- z\n`, '10 duplicate_section'],
    ['an unknown heading', `${SECTIONS}## Ideas\n`, '10 unknown_heading'],
    [
      'an unreadable time',
      SECTIONS.replace('## Urgent', '- Last quick: yesterday\n## Urgent'),
      '2 unreadable_time',
    ],
    ['an empty tier', SECTIONS.replace('- b\n', '(none)\n'), '5 empty_tier'],
    ['a task that stands twice', SECTIONS.replace('- a\n', '- a\n- [x] A.\n'), '5 duplicate_task'],
    ['a slow command in quick', SECTIONS.replace('- a', '- run `npm test`'), '4 slow_in_quick'],
    ['a clock that does not exist', SECTIONS.replace('- a', '- @25:00 x'), '4 unreadable_clock'],
    ['a clock in words', SECTIONS.replace('- a', '- @9am x'), '4 unreadable_clock'],
    ['an unfinished merge', `${SECTIONS}<<<<<<< HEAD\n`, '10 conflict_markers'],
    ['an open fence', `${SECTIONS}\`\`\`\nx\n`, '10 open_fence'],
    ['an open comment', `${SECTIONS}<!--\nx\n`, '10 open_comment'],
    ['a hidden character', SECTIONS.replace('- a', '- a\u202eb'), '4 hidden_characters'],
    ['a secret', SECTIONS.replace('- a', `- use ghp_${'a1'.repeat(18)}`), '4 secret'],
    ['a queue that cannot be read', `${SECTIONS}## Work Queue\n- [doing] x: y\n`, '11 work_queue'],
    ['a long file', SECTIONS + 'x\n'.repeat(4000), '1 long_file'],
    [
      'too many tasks',
      SECTIONS.replace('- a\n', Array.from({ length: 61 }, (_, i) => `- a${i}\n`).join('')),
      '64 many_tasks',
    ],
    ['a file beyond the cap', SECTIONS + 'x'.repeat(500_001), '1 too_large'],
    ['more lines than the cap', SECTIONS + 'x\n'.repeat(5_000), '1 too_large'],
  ])('finds %s', (_, text, expected) => expect(problemsOf(text)).toEqual([expected]))

  it('says only one thing of a file without anything to do', () =>
    expect(problemsOf('# T\n')).toEqual(['1 nothing_to_do']))

  it('gives each a hint that says what to do', () => {
    for (const problem of parse('## Quick Tasks\n- a\n- a\n<<<<<<< \n## X\n## Work Queue\nz\n```').problems) {
      expect(problem.message.endsWith('.') && problem.hint.endsWith('.'), problem.code).toBe(true)
    }
  })

  it('finds stamps ahead of the clock when told the time', () => {
    const doc = parse(
      '## Timestamps\n- Last quick: 2026-11-22 09:41 +01:00\n- Last hourly: 2026-11-22 08:41Z\n',
    )
    const at = Date.UTC(2026, 10, 22, 8, 41)
    expect(futureStamps(doc, at)).toEqual([])
    expect(futureStamps(doc, at - 120_000).map((p) => p.line)).toEqual([2, 3])
  })
})

describe('the Work Queue', () => {
  const work = (body: string) => parse(`## Work Queue\n${body}`)

  it('reads items with their lines', () => {
    expect(
      work(
        '<!-- strict -->\n- [pending] db-1: Rebuild: all\n  Attempts left: 2\n\n  started: today\n\n* ' +
          '[done] v1.2_x: y\n',
      ).work,
    ).toEqual([
      {
        id: 'db-1',
        state: 'pending',
        title: 'Rebuild: all',
        line: 3,
        endLine: 6,
        notes: ['started: today'],
        attemptsLeft: 2,
      },
      { id: 'v1.2_x', state: 'done', title: 'y', line: 8, endLine: 8, notes: [], attemptsLeft: null },
    ])
    expect(work('(none)\n').workDisabled).toBe(false)
  })

  it.each([
    ['- [ ] id: title'],
    ['- [Pending] id: title'],
    ['- [pending] title only'],
    ['- [pending] a b: title'],
    ['- [pending] é: title'],
    ['- plain'],
    ['prose'],
    ['- [pending] a: b\n- [done] a: c'],
    ['- [pending] a: b\n  attempts left: many'],
    ['- [pending] a: b\n  attempts left: 1\n  attempts left: 2'],
    ['- [pending] a: b\n## Work Queue\n'],
    ['> quote'],
    ['```\nx\n```'],
    ['1. [pending] a:'],
  ])('disables itself, and only itself, over "%s"', (body) => {
    const doc = parse(`## Quick Tasks\n- a\n## Work Queue\n- [pending] ok: fine\n${body}\n`)
    expect([doc.work, doc.workDisabled, doc.tasks.length]).toEqual([[], true, 1])
    expect(doc.problems.some((p) => p.code === 'work_queue' && p.line > 3)).toBe(true)
  })
})

describe('stamps', () => {
  it.each([
    ['UTC', '+00:00'],
    ['Europe/Berlin', '+01:00'],
    ['Asia/Kathmandu', '+05:45'],
    ['America/St_Johns', '-03:30'],
    ['No/Where', '+00:00'],
  ])('are read back as written in %s', (zone, offset) => {
    const at = Date.UTC(2026, 10, 22, 23, 59)
    const text = formatStamp(at, zone)
    expect(text.endsWith(offset)).toBe(true)
    expect(parseStamp(text)).toBe(at)
  })
  it('refuses dates that do not exist', () => {
    for (const text of ['2026-02-30 10:00', '2026-13-01 10:00', '2026-01-01 24:00', '2026-01-01', 'now', ''])
      expect(parseStamp(text), text).toBeNull()
  })
})

describe('hidden characters', () => {
  it('are found, every one of them, and shown by their code', () => {
    const hidden = [
      0x00ad, 0x061c, 0x180e, 0x2028, 0x2029, 0x3164, 0xfeff, 0x0000, 0x001b, 0x0085, 0x034f, 0x2800, 0xd800,
    ]
    for (const [from, to] of [
      [0x200b, 0x200f],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
      [0xe0000, 0xe007f],
      [0xe0100, 0xe01ef],
      [0xfe00, 0xfe0f],
    ] as const) {
      for (let code = from; code <= to; code++) hidden.push(code)
    }
    for (const code of hidden)
      expect(findHidden(`ab${String.fromCodePoint(code)}c`), code.toString(16)).toMatchObject({ at: 2 })
    expect(revealHidden('a\u202eb👩‍💻')).toBe('a<U+202E>b👩<U+200D>💻')
    expect(revealDeceptive('a\u202eb👩‍💻')).toBe('a<U+202E>b👩‍💻')
  })
  it('are honest in emoji, in scripts that need joiners, and at the start of a file', () => {
    for (const text of ['⚠️ hot', '👨‍👩‍👧 family', '1️⃣ one', 'می‌خواهم', 'क्‍ष', 'plain\tä漢\r\n'])
      expect(findHidden(text), text).toBeNull()
    expect(findHidden('\ufeff# A', true)).toBeNull()
    expect(findHidden('\ufeff# A', false)).not.toBeNull()
  })
})

describe('secrets', () => {
  it.each([
    `ghp_${'a'.repeat(36)}`,
    'AKIAIOSFODNN7EXAMPLE',
    '-----BEGIN RSA PRIVATE KEY-----',
    `sk-ant-api03-${'a'.repeat(30)}`,
    'https://me:hunter22@example.org',
    'password: hunter22!',
    `glpat-${'x'.repeat(20)}`,
    'xoxb-1234567890-abc',
    `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`,
  ])('are seen in "%s"', (text) => expect(findSecret(`- use ${text} here`)).not.toBeNull())
  it.each([
    'Run `git status`',
    'password: $PASSWORD',
    'ask for the password',
    'https://example.org/a:b@c',
    'task-aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'api_key: <your key>',
  ])('are not seen in "%s"', (text) => expect(findSecret(`- ${text} please`)).toBeNull())
})

it.each([
  '##Urgent Flags',
  '##\u00a0Urgent Flags',
  '> ## Urgent Flags',
  '- ## Urgent Flags',
  'Urgent Flags\n============',
  'Urgent Flags\n---',
])('what only looks like a heading of ours is said: %j', (heading) => {
  const doc = parse(`# HEARTBEAT.md\n\n${heading}\n- PROD DOWN\n\n## Quick Tasks\n- [ ] Look\n`)
  expect(doc.problems.map((p) => [p.code, p.severity, p.line])).toContainEqual(['no_heading', 'warning', 3])
})

it('prose that speaks of a section, or is underlined, is no heading of ours', () => {
  const doc = parse(
    '# HEARTBEAT.md\n\nSee #123 and Urgent Flags below.\n\nHow it works\n---\n\n## Quick Tasks\n- [ ] Look\n',
  )
  expect(doc.problems.filter((p) => p.code === 'no_heading')).toEqual([])
})

it.each(['Flags, urgent', 'Tasks (quick)', 'Queue: work'])(
  '"%s" is meant as the section in another order',
  (title) => {
    const doc = parse(`# HEARTBEAT.md\n\n## ${title}\n(none)\n\n## Daily Tasks\n- [ ] Look\n`)
    expect(doc.problems.find((p) => p.code === 'unknown_heading')).toMatchObject({
      severity: 'warning',
      line: 3,
    })
  },
)
