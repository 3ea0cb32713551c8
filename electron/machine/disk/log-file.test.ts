import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Level } from '../../engine/ports/ports.ts'
import { logFile, redact } from './log-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'log-file-'))
const file = path.join(folder, 'logs', 'threadbeat.log')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('what is written to the log', () => {
  it('holds no planted secret, wherever it stands', () => {
    const secret = 'hunter2hunter2hunter2'
    const places = [
      `{"token":"${secret}"}`,
      `{"message":"Authorization: Bearer ${secret}"}`,
      `{"message":"{\\"password\\":\\"${secret}\\"}"}`,
      `api_key=${secret}`,
      `secret: ${secret}`,
      `https://ada:${secret}@example.org/x.git`,
      `Basic ${secret}`,
      `"passwd":"${secret}"`,
    ]
    for (const place of places) expect([place, redact(place).includes(secret)]).toEqual([place, false])
    for (const word of [
      `ghp_${'a'.repeat(36)}`,
      `sk-ant-${'b'.repeat(30)}`,
      `github_pat_${'c'.repeat(30)}`,
      `AKIA${'D'.repeat(16)}`,
    ])
      expect(redact(`said ${word}.`)).toBe('said [redacted].')
  })
  it('does not name the home folder', () => {
    expect(redact('{"path":"/home/ada/src/x","other":"/home/adam"}', '/home/ada')).toBe(
      '{"path":"~/src/x","other":"/home/adam"}',
    )
    expect(redact(JSON.stringify({ path: 'C:\\Users\\Ada\\src' }), 'C:\\Users\\Ada')).toBe(
      '{"path":"~\\\\src"}',
    )
    expect(redact('at / and /x', '/')).toBe('at / and /x')
  })
  it('keeps what is no secret', () => {
    const line =
      '{"at":"2026-03-10T08:00:00.000Z","level":"info","event":"run.finished","tokens":1200,"runId":"run_1"}'
    expect(redact(line.replace('"tokens":1200,', ''))).toBe(line.replace('"tokens":1200,', ''))
  })
  it('stands in five files of at most 5 MB, and follows the level', () => {
    let level: Level = 'info'
    const log = logFile(file, () => level)
    log('debug', 'tick.done')
    expect(readdirSync(path.dirname(file))).toEqual([])
    level = 'debug'
    log('debug', 'tick.done', { home: path.join(homedir(), 'x'), token: 'abcdefgh' })
    expect(readFileSync(file, 'utf8')).not.toContain(homedir().length < 4 ? '\0' : homedir())
    expect(readFileSync(file, 'utf8')).not.toContain('abcdefgh')
    for (let i = 0; i < 32; i++) log('info', 'run.finished', { text: 'x'.repeat(1_000_000) })
    expect(readdirSync(path.dirname(file)).sort()).toEqual([
      'threadbeat.log',
      ...[1, 2, 3, 4].map((n) => `threadbeat.log.${n}`),
    ])
    for (const name of readdirSync(path.dirname(file)))
      expect(statSync(path.join(path.dirname(file), name)).size).toBeLessThanOrEqual(5_000_000)
  })
})
