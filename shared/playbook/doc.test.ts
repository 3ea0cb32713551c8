import { describe, expect, it } from 'vitest'
import { applyEdit } from './edit/edit.ts'
import { parse, serialize } from './doc.ts'

const taskLines = (text: string) =>
  parse(text).tasks.map((t) => `${t.tier}${t.ticked ? ' x' : ''}: ${t.text}`)
const tasksUnder = (body: string) => parse(`## Quick Tasks\n${body}`).tasks.map((t) => t.text)

describe('parse: sections', () => {
  it('matches headings by their leading words, at any level, in any case and decoration', () => {
    const text =
      '# Heartbeat\n## URGENT FLAGS\n- down\n## ⚡ **Quick Tasks** (every heartbeat)\n- a\n# hourly ' +
      'tasks — now and then\n- b\n### Daily Tasks ###\n- c\n'
    const doc = parse(text)
    expect(doc.headings.map((h) => h.name)).toEqual([null, 'flags', 'quick', 'hourly', 'daily'].map((n) => n))
    expect(taskLines(text)).toEqual(['quick: a', 'hourly: b', 'daily: c'])
  })

  it('keeps a deeper heading of ours a subheading inside a section of ours, so that paused stays paused', () => {
    const doc = parse(
      '## Quick Tasks\n- a\n## Paused\n### Quick Tasks\n- b\n## Notes\n### Daily Tasks\n- c\n',
    )
    expect(doc.tasks.map((t) => t.text)).toEqual(['a'])
    expect(doc.paused).toEqual([{ text: 'b', line: 5 }])
  })

  it('keeps the lines of a section it does not know and runs none of them', () => {
    const doc = parse('## Quick Tasks\n- a\n## Rules\n- never push\n## Daily Tasks\n- b\n')
    expect(doc.tasks.map((t) => t.text)).toEqual(['a', 'b'])
    expect(doc.problems.map((p) => `${p.line} ${p.code}`)).toContain('3 unknown_heading')
  })

  it('takes the list items of a file without any tier heading for quick tasks, and says so', () => {
    const doc = parse(
      '# My checks\nSome words about them.\n- [ ] look at the mail\n\n## Later\n1. clean up\n',
    )
    expect(doc.tasks.map((t) => `${t.tier}: ${t.text}`)).toEqual([
      'quick: look at the mail',
      'quick: clean up',
    ])
    expect(doc.problems.map((p) => p.code)).toContain('no_tiers')
  })

  it('gives every section its lines', () => {
    const doc = parse('# T\n\n## Quick Tasks\n- a\n\n## Notes\nx')
    expect(doc.sections.quick).toEqual({ from: 3, to: 5 })
    expect(doc.sections.notes).toEqual({ from: 6, to: 7 })
    expect(doc.sections.work).toBeNull()
    expect(doc.endsWithEol).toBe(false)
  })
})

describe('parse: tasks', () => {
  it('reads boxes, bullets, numbers and plain lines', () => {
    expect(
      taskLines(
        '## Quick Tasks\n- [ ] a\n* [x] b\n+ [X] c\n1. d\n2) [ ] e\n\nplain line\n\n[x] bare box\n- [] tolerated\n',
      ),
    ).toEqual([
      'quick: a',
      'quick x: b',
      'quick x: c',
      'quick: d',
      'quick: e',
      'quick: plain line',
      'quick x: bare box',
      'quick: tolerated',
    ])
  })

  it('does not take stubs, placeholders, rules, quotes, links to nothing or introductions for tasks', () => {
    expect(
      tasksUnder(
        '- \n- [ ]\n-\n(none)\n\n- (none yet)\n\n---\n> a remark\n\nThese run first:\n- real\n- ...\n',
      ),
    ).toEqual(['real'])
  })

  it('takes a link or a strange box for text', () => {
    expect(tasksUnder('- [x](https://example.org) look\n- [?] what\n')).toEqual([
      '[x](https://example.org) look',
      '[?] what',
    ])
  })

  it('counts indented lines as details of the task above', () => {
    const doc = parse(
      '## Quick Tasks\n- [ ] a\n  - [ ] sub\n    more\n\n  paragraph\n- [ ] b\nlazy line\n\n    code\n',
    )
    expect(doc.tasks.map((t) => [t.text, t.line, t.endLine])).toEqual([
      ['a', 2, 6],
      ['b', 7, 10],
    ])
  })

  it('takes the first indentation of a list as its margin', () => {
    expect(tasksUnder('   - a\n   - b\n - c\n\t- detail\n')).toEqual(['a', 'b', 'c'])
  })

  it('sees nothing in fenced code, also when a fence stands in an item', () => {
    expect(
      tasksUnder('```\n- [ ] no\n## Daily Tasks\n```\n- [ ] yes\n~~~md\n- [ ] no\n```\n~~~~\n- also\n'),
    ).toEqual(['yes', 'also'])
    expect(tasksUnder('- [ ] a\n  ```sh\n  - no\n\n  ```\n- b\n- ```\n  - no\n  ```\n- c\n')).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('lets the fence of an item end with the item', () => {
    expect(tasksUnder('- [ ] a\n  ```sh\n  never closed\n- b\n')).toEqual(['a', 'b'])
  })

  it('sees nothing in comments and leaves comments out of a text', () => {
    expect(
      tasksUnder(
        '<!-- - [ ] no -->\n- a <!-- why --> b\n<!--\n- [ ] no\n-->\n- c\n- `<!--` d\n- e <!-- f\n\n- g\n-->\n',
      ),
    ).toEqual(['a b', 'c', '`<!--` d', 'e <!-- f', 'g'])
  })

  it('found by random files: a comment behind a no-break space is text, and its key stays when it is ticked', () => {
    const doc = parse('## Quick Tasks\n\u00a012) <!--\n')
    const key = doc.tasks[0]!.key
    const ticked = applyEdit(doc, { do: 'tick', key, on: true })
    expect(ticked.ok && ticked.value.tasks).toMatchObject([{ key: 'quick:12) <!--', ticked: true }])
    expect(key).toBe('quick:12) <!--')
  })

  it('keeps a key over ticking and reordering and changes it with the words', () => {
    const before = parse('## Quick Tasks\n- [ ] Run `git status`.\n- [ ] b\n').tasks.map((t) => t.key)
    const after = parse('## Quick Tasks\n* b\n* [x] run  **git status**\n').tasks.map((t) => t.key)
    expect(after).toEqual([...before].reverse())
    expect(before[0]).toBe('quick:run git status')
  })

  it('gives twins a number', () => {
    expect(
      parse('## Quick Tasks\n- a\n- A\n- a#2\n- a\n## Daily Tasks\n- a\n').tasks.map((t) => t.key),
    ).toEqual(['quick:a', 'quick:a#2', 'quick:a#2#2', 'quick:a#3', 'daily:a'])
  })

  it('reads leading times', () => {
    expect(
      parse('## Daily Tasks\n- [ ] @09:00 @17:30 check\n- @7:05 x\n- @25:00 y\n').tasks.map((t) => t.timed),
    ).toEqual([['09:00', '17:30'], ['07:05'], []])
  })
})

describe('parse: flags, stamps, conflicts', () => {
  it.each([
    '(none)',
    '- (none)',
    'None',
    '_None._',
    '(No urgent flags)',
    '- No urgent flags.',
    '(add what needs a human here)',
    '- [ ]',
    '',
  ])('takes "%s" for no flag', (line) => expect(parse(`## Urgent Flags\n\n${line}\n`).flags).toEqual([]))

  it.each([
    '- main is red',
    '- [ ] main is red',
    'main is red',
    '- (CI) main is red (again)',
    '- No space left on device',
    '- (CI red since noon)',
  ])('takes "%s" for a flag', (line) =>
    expect(parse(`## Urgent Flags\n(none)\n\n${line}\n`).flags).toHaveLength(1),
  )

  it('takes every line that says something for a flag: quotes, code, and what stands below "(none)"', () => {
    const flags = (body: string) =>
      parse(`## Urgent Flags\n${body}\n## Quick Tasks\n`).flags.map((f) => f.text)
    expect(flags('> PROD DOWN')).toEqual(['PROD DOWN'])
    expect(flags('```\nPROD DOWN\n```')).toEqual(['PROD DOWN'])
    expect(flags('\n    PROD DOWN')).toEqual(['PROD DOWN'])
    expect(flags('- (none)\n  - PROD DOWN')).toEqual(['PROD DOWN'])
    expect(flags('- one\n  with more\n> two')).toEqual(['one', 'two'])
    expect(flags('(none)\n<!-- PROD DOWN -->\n\n```\n```')).toEqual([])
  })

  it('gives U+FFFD for a NUL, and loses nothing behind it', () => {
    const doc = parse('## Urgent Flags\n- PR\0OD DOWN\n')
    expect(doc.flags.map((f) => f.text)).toEqual(['PR\uFFFDOD DOWN'])
    expect(doc.problems.map((p) => [p.code, p.line])).toContainEqual(['nul_characters', 2])
    expect(serialize(doc)).toBe('## Urgent Flags\n- PR\0OD DOWN\n')
  })

  it('takes a ticked flag for cleared', () => {
    expect(
      parse('## Urgent Flags\n- [x] main is red\n- [ ] disk is full\n').flags.map((f) => f.text),
    ).toEqual(['disk is full'])
  })

  it('a line that would open a block of code with another end is no stamp', () => {
    expect(parse('## Timestamps\n```Last quick: ``\n').stamps.quick.line).toBeNull()
    expect(parse('## Timestamps\n``Last quick: ``\n').stamps.quick.line).toBe(2)
  })
  it('reads the stamps and the (never) gesture', () => {
    const { stamps } = parse(
      '## Timestamps\n- Last quick: 2026-11-22 09:41 +01:00\n- **Last hourly:** (never)\n* last daily check: never\n',
    )
    expect(stamps).toEqual({
      quick: { line: 2, text: '2026-11-22 09:41 +01:00', never: false },
      hourly: { line: 3, text: '(never)', never: true },
      daily: { line: 4, text: 'never', never: true },
    })
  })

  it('flags an unfinished merge', () => {
    const doc = parse('## Quick Tasks\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> other\n')
    expect(doc.conflicted).toBe(true)
    expect(parse('## Quick Tasks\n- a\n').conflicted).toBe(false)
  })
})

describe('serialize', () => {
  const odd = {
    'an empty file': '',
    'only a line feed': '\n',
    CRLF: '# a\r\n- [ ] b\r\n',
    'mixed endings': 'a\r\nb\nc\rd\r\r\n\n\r',
    'no final newline': '## Quick Tasks\n- a',
    'a byte order mark': '\uFEFF## Quick Tasks\n- a\n',
    'NUL and controls': 'a\0b\u0007\n',
    'a lone surrogate': '- \ud800\n',
    'line separators': '- a\u2028b\u2029\n',
    'an open fence': '```\n- a\n',
    'an open comment': '<!--\n- a\n',
    'front matter': '---\ntitle: x\n---\n- a\n',
    'conflict markers': '<<<<<<< a\n=======\n>>>>>>> b\n',
  }
  it.each(Object.entries(odd))('gives %s back unchanged', (_, text) =>
    expect(serialize(parse(text))).toBe(text),
  )

  it('reads a file that starts with a byte order mark', () => {
    expect(parse('\uFEFF## Quick Tasks\r\n- a\r\n').tasks.map((t) => t.text)).toEqual(['a'])
    expect(parse('\uFEFF## Quick Tasks\r\n- a\r\n').eol).toBe('\r\n')
  })
})

it('reads any number of flags and tasks, also more than a function takes as arguments', () => {
  expect(parse(`## Urgent Flags\n${'- x\n'.repeat(200_000)}`).flags).toHaveLength(200_000)
  expect(parse(`## Quick Tasks\n${'- x\n'.repeat(200_000)}`).tasks).toHaveLength(200_000)
})
