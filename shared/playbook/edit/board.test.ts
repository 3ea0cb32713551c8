import { describe, expect, it } from 'vitest'
import { boardChanges, type BoardEdit } from './board.ts'
import { notesText } from './task-notes.ts'
import { applyChanges } from './line-changes.ts'
import { parse } from '../doc.ts'
import { splitLines } from '../lines.ts'
import { randomFrom, randomText } from '../testing/heartbeat-fuzz.ts'

const LIST =
  '\ufeff# Mine  \r\n\r\n## Quick Tasks\r\n- [ ] one\n  * detail\r\n\r\n- [x] two   \r\n<!-- kept ' +
  '-->\n* three\r\n\r\n## Hourly Tasks ⏰\r\n\r\n## Daily Tasks\r\n1. four\r\n## Odd\r\nleft alone  '
const edited = (text: string, edit: BoardEdit): string => {
  const changes = boardChanges(text, edit)
  if (!changes.ok) throw new Error(changes.error.message)
  return applyChanges(text, changes.value)
}
const tasks = (text: string, tier = 'quick'): string[] =>
  parse(text)
    .tasks.filter((t) => t.tier === tier)
    .map((t) => t.text)

describe('an edit on the board', () => {
  it('ticks one character', () => {
    expect(boardChanges(LIST, { do: 'tick', key: 'quick:one', on: true })).toEqual({
      ok: true,
      value: [{ from: LIST.indexOf('[ ] one') + 1, to: LIST.indexOf('[ ] one') + 2, insert: 'x' }],
    })
  })
  it('moves a task with its details past its neighbour, and back again to the same bytes', () => {
    const down = edited(LIST, { do: 'stepTask', key: 'quick:one', by: 1 })
    expect(tasks(down)).toEqual(['two', 'one', 'three'])
    expect(down).toContain('<!-- kept -->\n- [ ] one\r\n  * detail\r\n* three')
    expect(tasks(edited(down, { do: 'stepTask', key: 'quick:one', by: -1 }))).toEqual(['one', 'two', 'three'])
    expect(edited(LIST, { do: 'stepTask', key: 'quick:three', by: 1 })).toBe(LIST)
    expect(edited(LIST, { do: 'stepTask', key: 'quick:one', by: -1 })).toBe(LIST)
  })
  it('drops a card where it was dropped: before one of another tier, or at the end of an empty one', () => {
    expect(
      tasks(edited(LIST, { do: 'placeTask', key: 'quick:two', to: 'daily', before: 'daily:four' }), 'daily'),
    ).toEqual(['two', 'four'])
    expect(
      tasks(edited(LIST, { do: 'placeTask', key: 'quick:two', to: 'hourly', before: null }), 'hourly'),
    ).toEqual(['two'])
  })
  it('continues a list right behind a task, and makes one the detail of the one above', () => {
    const more = edited(LIST, { do: 'continueTask', after: 'quick:one', text: 'new' })
    expect(tasks(more)).toEqual(['one', 'new', 'two', 'three'])
    const inner = edited(more, { do: 'indentTask', key: 'quick:new' })
    expect(tasks(inner)).toEqual(['one', 'two', 'three'])
    expect(inner).toContain('  * [ ] new')
    expect(boardChanges(LIST, { do: 'indentTask', key: 'quick:one' })).toMatchObject({
      ok: false,
      error: { code: 'illegal_move' },
    })
  })
  it('queues work, and writes notes that change no list', () => {
    const queued = edited(edited(LIST, { do: 'addWork', title: 'Rebuild  the index' }), {
      do: 'addWork',
      title: 'Then this',
    })
    expect(parse(queued).work.map((w) => `${w.state} ${w.id}: ${w.title}`)).toEqual([
      'pending work-1: Rebuild the index',
      'pending work-2: Then this',
    ])
    const noted = edited(LIST, { do: 'setNotes', text: 'one\n\ntwo' })
    expect(notesText(parse(noted))).toBe('one\n\ntwo')
    expect(notesText(parse(edited(noted, { do: 'setNotes', text: '' })))).toBe('')
    expect(boardChanges(noted, { do: 'setNotes', text: '## Quick Tasks\n- x' })).toMatchObject({
      ok: false,
      error: { code: 'unusable_text' },
    })
  })
  it('refuses in a sentence what is gone', () => {
    expect(boardChanges(LIST, { do: 'stepTask', key: 'quick:gone', by: 1 })).toMatchObject({
      ok: false,
      error: { code: 'no_such_task', message: expect.stringContaining('nothing was changed') as string },
    })
  })
})

const SEED = Number(process.env['SEED'] ?? 20_261)
it('parts lines of which one would end with the other’s ending', () => {
  const text = '## Quick Tasks\r- [ ] one\n\n- [ ] two\n'
  expect(edited(text, { do: 'removeTask', key: 'quick:one' })).toBe('## Quick Tasks\r \n\n- [ ] two\n')
})

it(`leaves every line alone that it does not name (seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const pick = <T>(from: readonly T[], other: T): T => from[Math.floor(random() * from.length)] ?? other
  let made = 0
  for (let i = 0; i < 3000; i++) {
    const text =
      randomText(random) +
      (random() < 0.7 ? '## Quick Tasks\r\n- [ ] a  \r\n* b\n  more\r\n## Daily Tasks\n- c\r\n- [x] d' : '')
    const doc = parse(text)
    const key = pick(doc.tasks, doc.tasks[0])?.key ?? 'quick:none'
    const tier = pick(['quick', 'hourly', 'daily'] as const, 'quick')
    const edit = pick<BoardEdit>(
      [
        { do: 'tick', key, on: random() < 0.5 },
        { do: 'stepTask', key, by: random() < 0.5 ? 1 : -1 },
        {
          do: 'placeTask',
          key,
          to: tier,
          before:
            pick(
              doc.tasks.filter((t) => t.tier === tier),
              null,
            )?.key ?? null,
        },
        { do: 'continueTask', after: key, text: 'fresh line' },
        { do: 'indentTask', key },
        { do: 'addWork', title: 'work' },
        { do: 'removeTask', key },
        { do: 'rewordTask', key, text: 'other words' },
        { do: 'addTask', tier, text: 'fresh line' },
      ],
      { do: 'addWork', title: 'work' },
    )
    const changes = boardChanges(text, edit)
    if (!changes.ok || changes.value.length === 0) continue
    made++
    const after = parse(applyChanges(text, changes.value))
    const named = new Set(
      doc.tasks
        .filter((t) => t.key === key)
        .flatMap((t) => doc.lines.slice(t.line - 1, t.endLine))
        .map(body),
    )
    const lines = splitLines(applyChanges(text, changes.value))
    // Whatever is not of the named task stands there still, byte for byte and in its order.
    let at = 0
    const last = doc.lines.at(-1)
    for (const line of doc.lines) {
      if (named.has(body(line))) continue
      const found = lines.findIndex(
        (l, n) => n >= at && (l === line || (line === last && body(l) === body(line))),
      )
      if (found === -1)
        throw new Error(
          `seed ${SEED}, input ${i}: ${JSON.stringify(edit)} lost ${JSON.stringify(line)} of ${JSON.stringify(text)}`,
        )
      at = found + 1
    }
    const count = { removeTask: -1, indentTask: -1, addTask: 1, continueTask: 1 } as Partial<
      Record<BoardEdit['do'], number>
    >
    if (after.tasks.length !== doc.tasks.length + (count[edit.do] ?? 0))
      throw new Error(
        `seed ${SEED}, input ${i}: ${JSON.stringify(edit)} made ${doc.tasks.length} tasks ` +
          `${after.tasks.length}: ${JSON.stringify(text)}`,
      )
  }
  expect(made).toBeGreaterThan(800)
})
const body = (line: string): string => line.replace(/[\r\n]+$/, '')
