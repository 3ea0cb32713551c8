import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { TOGETHER } from '../../vitest.config.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What would be found by the next file in the same process. */
const LEFT_BEHIND =
  /\bvi\.(mock|doMock|hoisted|stub\w+|spyOn|useFakeTimers|setSystemTime)\b|\bprocess\.(chdir|umask|on|once|setMaxListeners)\(|\bprocess\.(exitCode|title|env(\.\w+|\[[^\]]+\])?) *=[^=]|\bdelete process\.|\bObject\.assign\((process|globalThis)\b|\bglobalThis(\.\w+|\[[^\]]+\]) *=[^=]/

const testsIn = (folder: string, ending: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))

describe('test files that share a process', () => {
  const files = [...TOGETHER, 'renderer'].flatMap((folder) => testsIn(folder, '.test.ts'))

  it('change nothing in it that others could find: no pretended modules, clocks, environment or globals', () => {
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (LEFT_BEHIND.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
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
