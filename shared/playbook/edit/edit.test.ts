import { describe, expect, it } from 'vitest'
import { parse, serialize } from '../doc.ts'
import { applyEdit, type HeartbeatEdit } from './edit.ts'
import { seedText } from '../templates/template.ts'

const FILE = `# Heartbeat

## Timestamps
- Last quick: (never)
- **Last hourly:** (never)

## Urgent Flags
(none)

## Quick Tasks (every heartbeat)

- [ ] Run \`git status\`
  - with care
- [x] Look at flags

## Daily Tasks
* [ ] Prune   <!-- weekly? -->

## Notes
Old note.
`
const at = Date.UTC(2026, 10, 22, 8, 41)
const timeZone = 'Europe/Berlin'

/** The text after the edits, or the sentence that refused one. */
function after(text: string, ...edits: HeartbeatEdit[]): string {
  let doc = parse(text)
  for (const edit of edits) {
    const edited = applyEdit(doc, edit)
    if (!edited.ok) return `${edited.error.code}: ${edited.error.message}`
    doc = edited.value
  }
  return serialize(doc)
}

/** Only the lines that differ: "-12 old" and "+12 new". */
function changes(text: string, ...edits: HeartbeatEdit[]): string[] {
  const a = text.split(/(?<=\n)/)
  const b = after(text, ...edits).split(/(?<=\n)/)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++
  return [
    ...a.slice(head, a.length - tail).map((l) => `-${l}`),
    ...b.slice(head, b.length - tail).map((l) => `+${l}`),
  ]
}

describe('applyEdit: tasks', () => {
  it('adds a task below the last of its tier, in the manner of its neighbour', () => {
    expect(changes(FILE, { do: 'addTask', tier: 'quick', text: 'Check the\n cache' })).toEqual([
      '+- [ ] Check the cache\n',
    ])
    expect(changes(FILE, { do: 'addTask', tier: 'daily', text: 'Sweep' })).toEqual(['+* [ ] Sweep\n'])
  })

  it('adds a missing tier where it belongs', () => {
    expect(changes(FILE, { do: 'addTask', tier: 'hourly', text: 'Fetch' })).toEqual([
      '+## Hourly Tasks (when more than 60 minutes since last hourly)\n',
      '+\n',
      '+- [ ] Fetch\n',
      '+\n',
    ])
    expect(after('', { do: 'addTask', tier: 'quick', text: 'a' })).toBe(
      '## Quick Tasks (every heartbeat)\n\n- [ ] a\n',
    )
    expect(after('## Quick Tasks\n## Notes\n', { do: 'addTask', tier: 'quick', text: 'a' })).toBe(
      '## Quick Tasks\n\n- [ ] a\n\n## Notes\n',
    )
    expect(after('## Quick Tasks\n\n## Notes\n', { do: 'addTask', tier: 'quick', text: 'a' })).toBe(
      '## Quick Tasks\n\n- [ ] a\n\n## Notes\n',
    )
  })

  it('refuses a twin, a text that is no task, and a text that would swallow the file', () => {
    expect(after(FILE, { do: 'addTask', tier: 'quick', text: 'look at FLAGS.' })).toBe(
      'duplicate_task: there is already a quick task with key "quick:look at flags" on line 14',
    )
    for (const text of ['', '   ', '(none)', '```', '- [ ]', '---']) {
      expect(after(FILE, { do: 'addTask', tier: 'quick', text }), text).toMatch(/^unusable_text/)
    }
  })

  it('removes a task with its details and nothing else', () => {
    expect(changes(FILE, { do: 'removeTask', key: 'quick:run git status' })).toEqual([
      '-- [ ] Run `git status`\n',
      '-  - with care\n',
    ])
  })

  it('names the keys when there is no such task', () => {
    expect(after(FILE, { do: 'removeTask', key: 'quick:nope' })).toBe(
      'no_such_task: no quick task with key "quick:nope"; keys are: quick:run git status | quick:look at flags',
    )
    expect(after(FILE, { do: 'removeTask', key: 'hourly:x' })).toMatch(
      /^no_such_task: no task with key .*daily:prune$/,
    )
  })

  it('ticks and unticks one character', () => {
    expect(changes(FILE, { do: 'tick', key: 'quick:run git status', on: true })).toEqual([
      '-- [ ] Run `git status`\n',
      '+- [x] Run `git status`\n',
    ])
    expect(changes(FILE, { do: 'tick', key: 'quick:look at flags', on: true })).toEqual([])
    expect(changes(FILE, { do: 'untickTier', tier: 'quick' })).toEqual([
      '-- [x] Look at flags\n',
      '+- [ ] Look at flags\n',
    ])
  })

  it('gives a box to a task that has none, and the next plain line stays a task', () => {
    const text = '## Quick Tasks\n1. one\nplain a\nplain b\n- [] d\n'.replace('1. one\n', '1. one\n\n')
    const ticked = after(
      text,
      { do: 'tick', key: 'quick:one', on: true },
      { do: 'tick', key: 'quick:plain a', on: true },
      { do: 'tick', key: 'quick:d', on: true },
    )
    expect(ticked).toBe('## Quick Tasks\n1. [x] one\n\n[x] plain a\nplain b\n- [x] d\n')
    expect(parse(ticked).tasks).toHaveLength(4)
  })

  it('moves a task with its details to another tier', () => {
    expect(after(FILE, { do: 'moveTask', key: 'quick:run git status', to: 'daily' })).toBe(
      FILE.replace('- [ ] Run `git status`\n  - with care\n', '').replace(
        'weekly? -->\n',
        'weekly? -->\n- [ ] Run `git status`\n  - with care\n',
      ),
    )
    expect(changes(FILE, { do: 'moveTask', key: 'quick:look at flags', to: 'quick' })).toEqual([])
  })

  it('rewords a task in its line', () => {
    expect(changes(FILE, { do: 'rewordTask', key: 'daily:prune', text: 'Prune all' })).toEqual([
      '-* [ ] Prune   <!-- weekly? -->\n',
      '+* [ ] Prune all\n',
    ])
  })

  it('keeps line endings and a missing final newline', () => {
    expect(after('## Quick Tasks\r\n- a', { do: 'addTask', tier: 'quick', text: 'b' })).toBe(
      '## Quick Tasks\r\n- a\r\n- [ ] b',
    )
    expect(after('## Quick Tasks\r\n- a\n- b', { do: 'tick', key: 'quick:a', on: true })).toBe(
      '## Quick Tasks\r\n- [x] a\n- b',
    )
    expect(after('\uFEFF## Quick Tasks\r\n- [ ] a\r\n', { do: 'tick', key: 'quick:a', on: true })).toBe(
      '\uFEFF## Quick Tasks\r\n- [x] a\r\n',
    )
  })

  it.each([
    ['a comment that begins after a number in the text', '1. 1. <!--\n\na\n', 'quick:1'],
    ['a comment that begins after signs in the text', '- ---.12) <!--\nb\n', 'quick:---.12) <!--'],
  ])('ticks a task with %s (found by the soak)', (_, text, key) => {
    const ticked = parse(after(text, { do: 'tick', key: parse(text).tasks[0]?.key ?? key, on: true }))
    expect(ticked.tasks[0]?.ticked).toBe(true)
  })

  it('never lets a new line and the empty one below it become one (found by the soak)', () => {
    expect(
      after('a\rb\rc\r## Quick Tasks\r- d\r\n\n(e)\n', { do: 'addTask', tier: 'quick', text: 'x' }),
    ).toContain('- [ ] x\n\n(e)\n')
  })

  it('edits a list without tiers, but never hides it behind a new heading', () => {
    expect(after('# Mine\n- a\n', { do: 'addTask', tier: 'quick', text: 'b' })).toBe('# Mine\n- a\n- [ ] b\n')
    expect(after('# Mine\n- a\n', { do: 'addTask', tier: 'daily', text: 'b' })).toMatch(/^no_tiers/)
    expect(after('# Mine\n- a\n', { do: 'moveTask', key: 'quick:a', to: 'daily' })).toMatch(/^no_tiers/)
  })

  it('changes nothing in a file with an unfinished merge', () => {
    expect(after('## Quick Tasks\n<<<<<<< a\n- x\n', { do: 'addTask', tier: 'quick', text: 'b' })).toMatch(
      /^conflicted/,
    )
  })
})

describe('applyEdit: flags, notes, stamps', () => {
  it('puts the first flag in the place of "(none)" and back', () => {
    expect(changes(FILE, { do: 'addFlag', text: 'main is red' })).toEqual(['-(none)\n', '+- main is red\n'])
    expect(
      changes(FILE, { do: 'addFlag', text: 'main is red' }, { do: 'clearFlag', text: 'Main is red.' }),
    ).toEqual([])
    expect(
      changes(FILE, { do: 'addFlag', text: 'a' }, { do: 'addFlag', text: 'b' }, { do: 'addFlag', text: 'A' }),
    ).toEqual(['-(none)\n', '+- a\n', '+- b\n'])
    expect(after(FILE, { do: 'clearFlag', text: 'x' })).toBe(
      'no_such_flag: no raised flag "x"; flags are: (none)',
    )
  })

  it('appends a note whose lines cannot become headings or tasks', () => {
    expect(changes(FILE, { do: 'appendNote', text: 'Seen:\n## Quick Tasks\n- [ ] evil\n```' })).toEqual([
      '+- Seen:\n',
      '+    ## Quick Tasks\n',
      '+    - [ ] evil\n',
      '+    ```\n',
    ])
    expect(
      parse(after(`${FILE}## Quick Tasks\n- z\n`, { do: 'appendNote', text: 'a\n```\n' })).tasks.map(
        (t) => t.text,
      ),
    ).toContain('z')
  })

  it('writes a stamp into its own line and nowhere when there is none', () => {
    expect(changes(FILE, { do: 'stamp', tier: 'quick', at, timeZone })).toEqual([
      '-- Last quick: (never)\n',
      '+- Last quick: 2026-11-22 09:41 +01:00\n',
    ])
    expect(changes(FILE, { do: 'stamp', tier: 'hourly', at, timeZone })).toEqual([
      '-- **Last hourly:** (never)\n',
      '+- **Last hourly:** 2026-11-22 09:41 +01:00\n',
    ])
    expect(changes(FILE, { do: 'stamp', tier: 'daily', at, timeZone })).toEqual([])
    expect(parse(after(FILE, { do: 'stamp', tier: 'quick', at, timeZone })).stamps.quick.never).toBe(false)
  })
})

describe('applyEdit: work', () => {
  const QUEUE =
    '## Work Queue\n- [pending] db-1: Rebuild\n  ask Ann first\n- [failed] t: Tidy\n  attempts left: ' +
    '1\n- [in-progress] r: Release\n\n## Notes\n'
  const by = { do: 'moveWork', at, timeZone } as const

  it('moves along the legal ways and writes the time below', () => {
    expect(changes(QUEUE, { ...by, id: 'db-1', to: 'in-progress', by: 'engine' })).toEqual([
      '-- [pending] db-1: Rebuild\n',
      '-  ask Ann first\n',
      '+- [in-progress] db-1: Rebuild\n',
      '+  ask Ann first\n',
      '+  in-progress: 2026-11-22 09:41 +01:00\n',
    ])
    expect(
      parse(after(QUEUE, { ...by, id: 'r', to: 'failed', by: 'agent', note: 'no\nnet' })).work[2],
    ).toMatchObject({ state: 'failed', notes: ['failed: 2026-11-22 09:41 +01:00 – no net'] })
  })

  it('puts failed work back only for a person or an attempt that is left', () => {
    const once = after(QUEUE, { ...by, id: 't', to: 'pending', by: 'engine' })
    expect(parse(once).work[1]).toMatchObject({ state: 'pending', attemptsLeft: 0 })
    const failedAgain: HeartbeatEdit[] = [
      { ...by, id: 't', to: 'in-progress', by: 'engine' },
      { ...by, id: 't', to: 'failed', by: 'engine' },
    ]
    expect(after(once, ...failedAgain, { ...by, id: 't', to: 'pending', by: 'engine' })).toMatch(
      /^illegal_move: "t" failed and has no "attempts left: n" above zero/,
    )
    expect(
      parse(after(once, ...failedAgain, { ...by, id: 't', to: 'pending', by: 'person' })).work[1]?.state,
    ).toBe('pending')
  })

  it('refuses other moves, unknown ids and an unreadable queue, each in a sentence', () => {
    expect(after(QUEUE, { ...by, id: 'db-1', to: 'done', by: 'agent' })).toBe(
      'illegal_move: "db-1" is pending and cannot become done; from pending it may become: in-progress',
    )
    expect(after(QUEUE, { ...by, id: 'x', to: 'done', by: 'agent' })).toBe(
      'no_such_work: no work item "x"; ids are: db-1, t, r',
    )
    expect(after(QUEUE.replace('[failed]', '[faild]'), { ...by, id: 'r', to: 'done', by: 'agent' })).toMatch(
      /^queue_disabled: .*line 4.*got "faild"/,
    )
  })
})

describe('applyEdit: the template', () => {
  it('takes a stamp, a tick and a flag without any other change', () => {
    const seed = seedText({
      defaultBranch: 'main',
      remote: 'origin',
      hasGh: true,
      threadName: 'x',
      masterNumber: 1,
      bare: false,
    })
    const doc = parse(seed)
    const key = doc.tasks[0]?.key ?? ''
    expect(
      after(
        seed,
        { do: 'tick', key, on: true },
        { do: 'untickTier', tier: 'quick' },
        { do: 'addFlag', text: 'f' },
        { do: 'clearFlag', text: 'f' },
      ),
    ).toBe(seed)
  })
})
