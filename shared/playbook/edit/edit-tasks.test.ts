import { describe, expect, it } from 'vitest'
import { parse, serialize } from '../doc.ts'
import { changes, FILE, after } from '../testing/edited.ts'
import { applyEdit } from './edit.ts'

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

  it('ticks many tasks at once, and leaves out those that have gone', () => {
    const keys = ['daily:prune', 'quick:gone', 'quick:run git status']
    const oneByOne = keys.reduce((doc, key) => {
      const ticked = applyEdit(doc, { do: 'tick', key, on: true })
      return ticked.ok ? ticked.value : doc
    }, parse(FILE))
    expect(after(FILE, { do: 'tickTasks', keys })).toBe(serialize(oneByOne))
    expect(serialize(oneByOne)).not.toBe(FILE)
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
