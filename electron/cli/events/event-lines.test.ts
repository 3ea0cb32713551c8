import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commandUnderTest } from '../testing/command.ts'
import { appBehind } from '../testing/in-process.ts'

/** The real command, with its input. */
const { root, dataDir, bundle, env, bundled, gone } = commandUnderTest('event-lines', { engine: false })
const { running, inputOf, inputsOf, close } = appBehind(dataDir, root)
const ticket = { state: 'queued', id: 'evt_1', wakes: true }
beforeAll(bundled, 60_000)
afterEach(close)
afterAll(gone)

describe('threadbeat event with the text on its input', () => {
  it('reads its text from stdin', async () => {
    await running({ 'events.add': () => ticket })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-'], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end('first\nsecond\n')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(inputOf('events.add')).toMatchObject({ text: 'first\nsecond' })
  })
  it('tells each line of stdin as a fact of its own, and none that is empty', async () => {
    const answers = [[ticket, { ...ticket, state: 'folded' }], [ticket]]
    let heard = (): void => {}
    const first = new Promise<void>((resolve) => (heard = resolve))
    await running({ 'events.addAll': () => (heard(), answers.shift()) })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-', '--lines'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stdin.write('first\n\nsecond\n')
    await first
    child.stdin.end('third')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(
      inputsOf('events.addAll').map((input) =>
        (input as { events: { text: string }[] }).events.map((e) => e.text),
      ),
    ).toEqual([['first', 'second'], ['third']])
    expect(out).toBe('Noted for 2 api: 2 facts, 1 more that say the same as the one before.\n')
  })
  it('tells no line of what holds one that is too long, and says which bound', async () => {
    await running({ 'events.addAll': () => [] })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-', '--lines'], {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end(`fine\n${'x'.repeat(4001)}\n`)
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2)
    expect(err).toContain('4000 characters, got 4001')
    expect(inputsOf('events.addAll')).toEqual([])
  })
})
