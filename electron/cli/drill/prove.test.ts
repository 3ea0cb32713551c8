import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandUnderTest } from '../testing/command.ts'
import { startChild } from './command.ts'

/** The real command plays over itself: what it starts as `serve` is the program that was started here. */
const { root, bundle, env, bundled, start, gone } = commandUnderTest('prove-test')

beforeAll(bundled)
afterAll(gone)

const placeIn = (err: string): string => /of its own in (\S+?)[;,]/.exec(err)?.[1] ?? ''

/** Processes of this machine that were told of the folder. */
const processesOf = (folder: string): readonly string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return line.includes(folder) ? [line] : []
    } catch {
      return [] // it ended meanwhile
    }
  })

interface Told {
  readonly passed: boolean
  readonly seed: number
  readonly kinds: readonly { name: string; injected: number; lost: string[]; letIn: string[] }[]
}
const played = (out: string): Told => JSON.parse(out) as Told

describe('threadbeat prove', () => {
  it('plays faults over the program that runs, prints its board, and leaves no folder', async () => {
    const { code, out, err } = await start(['prove', '--seed', '7', '--only', 'NUL bytes, in its middle'])
      .ended
    expect([code, err]).toEqual([0, expect.stringContaining('2/2 ')])
    expect(out).toMatch(/^fault +injected +lost +doubled +wedged +silent +let in\n/)
    expect(out).toMatch(/^HEARTBEAT.md: NUL bytes +1 +0 +0 +0 +0 +0$/m)
    expect(out).toMatch(/nothing was lost, doubled, wedged, silent or let in\. Seed 7, /)
    expect(placeIn(err)).not.toBe('')
    expect(existsSync(placeIn(err))).toBe(false)
  })

  it('fails a build that forgets an event which it has accepted, and names it', async () => {
    const forgetful = path.join(root, 'forgetful.cjs')
    writeFileSync(forgetful, FORGETFUL.replace('BUNDLE', JSON.stringify(bundle)))
    const argv = [process.execPath, forgetful, 'prove', '--seed', '7', '--only', 'NUL bytes', '--json']
    const { code, out } = await startChild(argv, { env }).ended
    expect(code).toBe(1)
    expect(played(out)).toMatchObject({ passed: false, seed: 7 })
    expect(played(out).kinds).toMatchObject([
      { name: 'NUL bytes', injected: 1, lost: ['NUL bytes: the event is gone'], letIn: [] },
    ])
  })

  it.runIf(process.platform === 'linux')(
    'ends all it has started at Ctrl+C, and leaves nothing',
    async () => {
      const drill = start(['prove', '--only', 'stopped for seconds'])
      let words = ''
      drill.child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
      await drill.printed(/Ctrl\+C ends it/)
      await expect.poll(() => processesOf(placeIn(words)).length, { timeout: 60_000 }).toBeGreaterThan(0)
      drill.child.kill('SIGINT')
      expect(await drill.ended).toMatchObject({ code: 130, out: '' })
      expect(existsSync(placeIn(words))).toBe(false)
      expect(processesOf(placeIn(words))).toEqual([])
    },
  )

  it('plays nothing where no fault is called so', async () => {
    expect(await start(['prove', '--only', 'no such fault']).ended).toMatchObject({ code: 2, out: '' })
    expect(await start(['prove', '--seed', 'x']).ended).toMatchObject({ code: 2, out: '' })
  })
})

/** The first event is answered as one that was accepted, and told to nobody. */
const FORGETFUL = `const { Server } = require('node:http')
const { emit } = Server.prototype
let events = 0
Server.prototype.emit = function (name, request, response) {
  if (name !== 'request' || request.url !== '/events/add' || ++events > 1) return emit.apply(this, arguments)
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify({ json: { id: 'evt_forgotten' } }))
}
require(BUNDLE)
`
