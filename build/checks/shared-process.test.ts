import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALONE, TOGETHER, WINDOW_ALONE } from '../../vitest.config.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What would be found by the next file in the same process. */
const LEFT_BEHIND =
  /\bvi\.(mock|doMock|hoisted|stub\w+|spyOn|useFakeTimers|setSystemTime)\b|\bprocess\.(chdir|umask|on|once|setMaxListeners)\(|\bprocess\.(exitCode|title|env(\.\w+|\[[^\]]+\])?) *=[^=]|\bdelete process\.|\bObject\.assign\((process|globalThis)\b|\bglobalThis(\.\w+|\[[^\]]+\]) *=[^=]/

/** The same in a window, which is left fresh after each test; another module in the place of one is not. */
const LEFT_IN_WINDOW = /\bvi\.(mock|doMock|hoisted)\b/

const files = TOGETHER.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file.replaceAll(path.sep, '/')),
  ),
)
const sharing = (ending: string, alone: readonly string[]): readonly string[] =>
  files.filter((file) => file.endsWith(ending) && !alone.includes(file))

const linesWith = (pattern: RegExp, names: readonly string[]): readonly string[] =>
  names.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )

describe('test files that share a process', () => {
  it('change nothing in it that others could find: no pretended modules, clocks, environment or globals', () => {
    const names = sharing('.test.ts', ALONE)
    expect(names.length).toBeGreaterThan(250)
    expect(linesWith(LEFT_BEHIND, names)).toEqual([])
  })
  it('that stand alone are there', () => {
    expect([...ALONE, ...WINDOW_ALONE].filter((file) => !files.includes(file))).toEqual([])
  })
  it('of the window put no other module in the place of one', () => {
    const names = sharing('.test.tsx', WINDOW_ALONE)
    expect(names.length).toBeGreaterThan(50)
    expect(linesWith(LEFT_IN_WINDOW, names)).toEqual([])
  })

  it.each([
    "vi.mock('electron')",
    'vi.useFakeTimers()',
    "process.env['PATH'] = '/bin'",
    'process.env.HOME = folder',
    "process.on('exit', done)",
    'process.chdir(folder)',
    'globalThis.fetch = pretended',
  ])('would be found: %s', (line) => {
    expect(line).toMatch(LEFT_BEHIND)
  })
})
