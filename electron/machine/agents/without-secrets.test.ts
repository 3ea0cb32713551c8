import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunId } from '../../../shared/base/ids.ts'
import { makeRepository } from '../../host/repositories.ts'
import type { AgentSpec } from '../../engine/ports/agents.ts'
import { createRunOutputs } from '../disk/outputs/run-outputs.ts'
import { testFolder } from './testing/folders.ts'
import { flood, halves, leaked, placed, printerOf } from './testing/printed-credentials.ts'
import { commandSpec } from './testing/specs.ts'
import { withWholeOutput } from './testing/with-whole-output.ts'

const folder = testFolder()
const outputs = createRunOutputs(join(folder, 'outputs'), (_id, message) => expect.fail(message))
const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)

async function printed(
  name: string,
  pieces: readonly string[],
  env: Record<string, string> = {},
  to?: 'stderr',
) {
  let live = ''
  const argv = printerOf(folder, name, pieces, to === undefined ? {} : { to, code: 1 })
  const spec: AgentSpec = {
    ...commandSpec(await repo, argv, { runId: `run_${name}` as RunId, onOutput: (text) => (live += text) }),
    agent: { kind: 'command', argv: [...argv], env },
    tools: { url: 'http://127.0.0.1:1/mcp', token: 'tools-token-of-this-run-1' },
  }
  const result = await withWholeOutput(outputs, spec)
  const file = await outputs.read(spec.runId, 0, 64 << 20)
  return { result, live, kept: Buffer.from(file?.bytes ?? []).toString('latin1') }
}

describe('what a command prints', () => {
  it('is kept and shown without credentials, cut into pieces as it may be', async () => {
    const value = 'plum-orchard-9 "ü"'
    const pieces = [...placed('q'), ...placed('j').flatMap(halves), `${value}\n${JSON.stringify(value)}\n`]
    const { result, live } = await printed('places', pieces, { CANARY: value })
    const values = ['plum-orchard', 'tools-token-of']
    expect(result.fault).toBe(null)
    expect(leaked(JSON.stringify(result), 'qj', values)).toEqual([])
    expect(leaked(live, 'qj', values)).toEqual([])
    expect(live).toContain('It said [redacted] and [redacted], [redacted].\r\n')
    expect(result.text).toBe(live)
  })

  it('stands so in its file too, also as one line of five megabytes', async () => {
    const { result, live, kept } = await printed('flood', [flood('k', 5_000_000)])
    expect(kept.length).toBeGreaterThan(1_000_000)
    for (const text of [kept, live, JSON.stringify(result)]) expect(leaked(text, 'k', [])).toEqual([])
  })

  it('is kept byte for byte where there is none', async () => {
    const text = `ü \ud83d\ude42 9ae3c1f0b7d25e4f8a6b1c2d3e4f5a6b7c8d9e0f \u0001\r\n`.repeat(9000)
    const { kept } = await printed('plain', [text])
    expect(Buffer.from(kept, 'latin1').toString().startsWith(text)).toBe(true)
    expect(readFileSync(join(folder, 'outputs', 'run_plain.txt')).length).toBe(kept.length)
  })

  it('tells of a failure without them', async () => {
    const { result } = await printed('failure', placed('h'), {}, 'stderr')
    expect(result.status).toBe('failed')
    expect(leaked(JSON.stringify(result), 'h', [])).toEqual([])
  })

  it('holds no secret of the app’s own environment', async () => {
    process.env['THREADBEAT_TEST_TOKEN'] = 'of-the-app-itself-77'
    onTestFinished(() => void delete process.env['THREADBEAT_TEST_TOKEN'])
    const { result } = await printed('own', ['it is of-the-app-itself-77\n'])
    expect(result.text).toContain('it is [redacted]\n')
  })
})
