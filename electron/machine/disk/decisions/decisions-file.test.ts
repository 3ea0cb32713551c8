import { execFileSync } from 'node:child_process'
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDecisionsFile } from './decisions-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-decisions-'))
  file = path.join(folder, 'master', 'decisions.md')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const three = async () => {
  const decisions = createDecisionsFile(file)
  await decisions.append(['- one', '- two'])
  await decisions.append(['- three'])
  return decisions
}

it('keeps lines with a head for people, for their owner alone', async () => {
  const decisions = createDecisionsFile(file)
  expect(await decisions.read()).toEqual({ ok: true, value: null })
  await three()
  expect(await decisions.read()).toMatchObject({
    value: { lines: ['- one', '- two', '- three'], rest: [], problem: null },
  })
  expect(readFileSync(file, 'utf8')).toMatch(
    /^# Decisions about suggestions\n[^]*\n- one <!-- [0-9a-f]{64} -->\n/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('says which line was changed, wherever one byte of one is', async () => {
  const decisions = await three()
  const whole = readFileSync(file)
  const start = whole.indexOf('- one')
  for (let at = start; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] = changed[at]! ^ 1
    writeFileSync(file, changed)
    const read = await decisions.read()
    expect(read.ok && read.value?.problem, `byte ${at}`).toMatch(/^line \d+ (does not follow|has no code)/)
  }
})

it.each([
  ['taken out', '- two <!--', /^- two .*\n/m, 'line 6 does not follow from the one before it'],
  ['put in', '- two <!--', /^(?=- two)/m, 'line 6 has no code at its end'],
])('a line that is %s is noticed, and what follows is read apart', async (_how, _of, pattern, problem) => {
  const decisions = await three()
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(pattern, problem.includes('no code') ? '- forged\n' : ''),
  )
  const read = await decisions.read()
  expect(read.ok && read.value?.problem).toContain(problem)
  expect(read).toMatchObject({ value: { lines: ['- one'] } })
  await decisions.append(['- four'])
  const after = await decisions.read()
  expect(after.ok && after.value?.rest.at(-1), 'new ones are chained to the last').toBe('- four')
})

it('a file that was emptied, or lost its head, begins anew and loses and doubles nothing (found by an attacker)', async () => {
  const decisions = await three()
  const lines = async () => {
    const read = await decisions.read()
    return read.ok && read.value !== null ? [read.value.lines, read.value.problem] : null
  }
  writeFileSync(file, '')
  await decisions.append(['- c'])
  expect(readFileSync(file, 'utf8')).toMatch(/^# Decisions/)
  expect(await lines()).toEqual([['- c'], null])
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^[^]*?(?=- c)/, ''))
  await decisions.append(['- d'])
  expect(await lines()).toEqual([['- c', '- d'], null])
})

it('a line that a full disk cut off stays as it is, and the next one is whole', async () => {
  const decisions = await three()
  truncateSync(file, statSync(file).size - 20)
  await decisions.append(['- four'])
  expect(readFileSync(file, 'utf8')).toMatch(/- three <!-- [0-9a-f]+\n- four <!-- [0-9a-f]{64} -->\n$/)
  expect(await decisions.read()).toMatchObject({ value: { lines: ['- one', '- two'], rest: ['- four'] } })
})

it.each([
  ['a named pipe', () => execFileSync('mkfifo', [file])],
  ['a link to another file', () => symlinkSync('/etc/hostname', file)],
  ['a folder', () => execFileSync('mkdir', [file])],
])('writes nothing where %s lies in its place, and says so', async (_what, lay) => {
  execFileSync('mkdir', ['-p', path.dirname(file)])
  lay()
  expect(await createDecisionsFile(file).append(['- one'])).toMatchObject({
    ok: false,
    error: expect.stringContaining(file) as string,
  })
})
