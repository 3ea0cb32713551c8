import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { MATCH_BEGIN, MATCH_END } from '../../../shared/history/history.ts'
import { START, addThread, allRows, beat, brief, emptyHistory, slot } from '../testing/history-bench.ts'

it('finds words of summaries, last words and causes, and shows where', () => {
  const { store } = emptyHistory()
  const a = addThread(store, 1)
  beat(store, a, START, { outcome: 'alert', summary: 'Main is red since a1b2c3d.' })
  beat(store, a, START + MINUTE, { reply: 'The café tests pass; nothing else to say.' })
  beat(store, a, START + 2 * MINUTE, {
    outcome: 'broken',
    fault: { code: 'agent.exit_nonzero', message: 'exit code 3 of make' },
    summary: 'The runner failed.',
  })
  slot(store, a, START + 3 * MINUTE, 'missed', 'app closed')
  const found = (text: string): string[] =>
    allRows(store, { text }).map((r) =>
      (r.snippet ?? '').replaceAll(MATCH_BEGIN, '[').replaceAll(MATCH_END, ']'),
    )
  expect(found('red')).toEqual(['Main is [red] since a1b2c3d.'])
  expect(found('cafe')).toEqual(['The [café] tests pass; nothing else to say.'])
  expect(found('"exit code"')).toEqual(['[exit code] 3 of make'])
  expect(found('closed')).toEqual(['app [closed]'])
  expect(found('mai si')).toEqual([]) // only the last word may go on
  expect(found('main sin')).toEqual(['[Main] is red [since] a1b2c3d.'])
  expect(allRows(store, { text: 'failed', outcomes: ['quiet'] })).toEqual([])
  expect(brief(allRows(store, { text: 'failed', outcomes: ['broken'] }))).toEqual([
    '2 t1 broken:agent.exit_nonzero',
  ])
})

it.each([
  '"',
  '""',
  'a"b',
  'AND',
  'NOT red',
  'summary: red',
  'red OR 1',
  '*',
  '-',
  '(',
  'NEAR(a b)',
  '\0',
  '^red',
  '{a b}: c',
  ';DROP TABLE runs',
  '💥',
  "'",
])('takes the search %j as words, never as an error', (text) => {
  const { store } = emptyHistory()
  beat(store, addThread(store, 1), START, { summary: 'Main is red.' })
  const page = store.history.page({ text }, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 10)
  expect(page.rows.length > 0 || page.note !== null || /[\p{L}\p{N}]/u.test(text)).toBe(true)
})

it('takes a very long search, and says what it left out', () => {
  const { store } = emptyHistory()
  beat(store, addThread(store, 1), START, { summary: 'Main is red.' })
  const search = (text: string): readonly [number, string | null] => {
    const page = store.history.page({ text }, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 10)
    return [page.rows.length, page.note]
  }
  expect(search('red '.repeat(2_500))).toEqual([1, 'Only the first 16 words are searched for.'])
  expect(search('x'.repeat(10_000))[0]).toBe(0)
})
