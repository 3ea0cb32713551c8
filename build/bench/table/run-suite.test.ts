import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../machine/machine.mjs'
import { pageWith } from './page.ts'
import { problemOf, runSuite } from './run-suite.ts'
import { SUITES } from './suites.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-run-suite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const suite = (name: string, source: string): string => {
  const file = path.join(folder, `${name}.ts`)
  const report = path.join(root, 'build/bench/table/report.ts')
  writeFileSync(file, `import { tell } from ${JSON.stringify(report)}\n${source}`)
  return file
}
const ROW = `{ figure: 'it', against: 'that', ratios: [0.5] }`

it('hands over what a suite tells, also where a bound of its own does not hold', async () => {
  const good = await runSuite(suite('good', `tell({ rows: [${ROW}], bad: [] })`))
  expect(good.report?.rows).toEqual([{ figure: 'it', against: 'that', ratios: [0.5] }])
  expect(problemOf('good', good)).toBeNull()
  const bad = await runSuite(
    suite('bad', `tell({ rows: [${ROW}], bad: ['too slow'] })\nprocess.exitCode = 1`),
  )
  expect(bad.report?.rows).toHaveLength(1)
  expect(problemOf('bad', bad)).toBe('bad: NOT AS IT SHOULD BE: too slow')
})

it('says how a suite that came to no end did end', async () => {
  const ran = await runSuite(suite('broken', `if (tell.name === 'tell') process.exit(3)`))
  expect(problemOf('broken', ran)).toBe('broken: NO RESULT, it ended with 3')
})

it('knows a program for each suite, and wrote the page as it stands', () => {
  const missing = SUITES.filter(({ file }) => !existsSync(path.join(root, 'build/bench', file)))
  expect(missing).toEqual([])
  const page = readFileSync(path.join(root, 'docs/benchmarks.md'), 'utf8')
  expect(pageWith(page, SUITES, [], [])).toBe(page)
})
