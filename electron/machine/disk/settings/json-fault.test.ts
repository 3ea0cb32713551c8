import { expect, it } from 'vitest'
import { faultInJson } from './json-fault.ts'
import { readSettingsText } from './settings-text.ts'

it.each([
  ['{"a": bcd}', 1, 7],
  ['{"a": 1,}', 1, 9],
  ['{\n  "a": "x"\n  "b": 1\n}', 3, 3],
  ['{"a": "x\ny"}', 1, 9],
  ['{}x', 1, 3],
  ['[1 2]', 1, 4],
  ['{"a": 1', 1, 8],
  ['{"a": tru', 1, 10],
  ['{"a": "x', 1, 9],
  ['no JSON', 1, 2],
  ['', 1, 1],
])('%j is no JSON from line %i, column %i on', (text, line, column) =>
  expect(faultInJson(text)).toEqual({ line, column }),
)

it('finds the place in a long text', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `  "key${i}": ${i},`)
  expect(faultInJson(`{\n${lines.join('\n')}\n  oops\n}`)).toEqual({ line: 20_002, column: 3 })
})

it.each(['{"token": hunter2}', '"hunter2"', '{"a": "hunter2" "b"}', '["hunter2"]', '{"hunter2": \u0007}'])(
  'says of %j nothing that stands in it',
  (text) => {
    const read = readSettingsText(text)
    expect(read.ok ? '' : read.error).toMatch(/^settings\.json (?:is no JSON from line 1|must be one JSON)/)
    expect(JSON.stringify(read)).not.toContain('hunter2')
  },
)
