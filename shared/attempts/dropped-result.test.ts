import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDropped } from './dropped-result.ts'

const LAST = { kind: 'last number' } as const

describe('a result that was dropped as a file', () => {
  it('has a score, and the rest where it is told', () => {
    expect(readDropped('{"score": 12.5}', LAST, 'a.json')).toEqual({
      ok: true,
      value: { score: 12.5, class: 'real', title: 'a.json', feedback: '', commit: null },
    })
    const text = JSON.stringify({
      score: null,
      class: 'tune',
      title: 'T',
      feedback: 'F',
      commit: 'c0ffee0',
      more: [1],
    })
    expect(readDropped(text, LAST, 'a.json')).toEqual({
      ok: true,
      value: { score: null, class: 'tune', title: 'T', feedback: 'F', commit: 'c0ffee0' },
    })
  })

  it('has its score where the metric says', () => {
    const place = { kind: 'json', path: 'summary.cycles' } as const
    expect(readDropped('{"summary":{"cycles":7}}', place, 'a')).toMatchObject({
      ok: true,
      value: { score: 7 },
    })
    expect(readDropped('{"score":7}', place, 'a')).toEqual({
      ok: false,
      error: 'has nothing at summary.cycles',
    })
  })

  it.each([
    ['{"scor": 1}', 'has no "score"'],
    ['[1]', 'is no JSON object'],
    ['{"score": 1', 'is no JSON'],
    ['{"score": "7"}', 'has a score that is no number: "7"'],
    ['{"score": 1e999}', 'has a score that is no number: Infinity'],
    ['{"score": 1, "class": "best"}', 'has the class "best"; it is "real" or "tune"'],
    ['{"score": 1, "title": 5}', 'has a title that is no text of at most 200 characters'],
    [
      `{"score": 1, "feedback": "${'x'.repeat(4001)}"}`,
      'has a feedback that is no text of at most 4000 characters',
    ],
    ['{"score": 1, "commit": "HEAD; rm"}', 'has a commit that is no hash'],
  ])('is refused with a sentence: %s', (text, error) => {
    expect(readDropped(text, LAST, 'a.json')).toEqual({ ok: false, error })
  })

  it('is read or refused, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((v) => JSON.stringify(v)),
        ),
        (text) => {
          const read = readDropped(text, LAST, 'x')
          expect(read.ok ? Number.isFinite(read.value.score ?? 0) : read.error.length > 0).toBe(true)
        },
      ),
    )
  })
})
