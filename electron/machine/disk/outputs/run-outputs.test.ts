import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../agents/testing/folders.ts'
import { commandSpec, localSpec, never, quickTasks } from '../../agents/testing/specs.ts'
import { withWholeOutput } from '../../agents/testing/with-whole-output.ts'
import { runProcess } from '../../process/process-runner.ts'
import { makeRepository } from '../../../host/repositories.ts'
import type { AgentResult, AgentSpec } from '../../../engine/ports/agents.ts'
import type { RunId } from '../../../../shared/base/ids.ts'
import type { OutputBounds } from './run-output.ts'
import { createRunOutputs } from './run-outputs.ts'

const folder = testFolder()
const repo = makeRepository(folder, 'repo', 'no_remote').then((made) => made.path)
const RUN = 'run_test' as RunId

let count = 0
function bench(bounds?: OutputBounds, place = path.join(folder, `outputs${++count}`)) {
  const faults: string[] = []
  const outputs = createRunOutputs(place, (id, message) => faults.push(`${id}: ${message}`), bounds)
  const run = (spec: AgentSpec): Promise<AgentResult> => withWholeOutput(outputs, spec)
  return { place, faults, outputs, run, file: path.join(place, `${RUN}.txt`) }
}
const SMALL: OutputBounds = { heldBytes: 1000, runBytes: 100_000, allBytes: 1_000_000 }

describe('what a run prints beyond what its record keeps', () => {
  it('is in a private file, byte for byte, while the record has its beginning and end', async () => {
    const { place, run, file } = bench()
    const result = await run(commandSpec(await repo, ['seq', '1', '760000']))
    const printed = execFileSync('seq', ['1', '760000'], { maxBuffer: 1e8 })
    expect(printed.length).toBeGreaterThan(5e6)
    expect(readFileSync(file).equals(printed)).toBe(true)
    expect(result).toMatchObject({ status: 'completed', exitCode: 0 })
    expect(result.output).toContain(
      `… ${(printed.length - 256 * 1024).toLocaleString('en-US')} bytes left out …`,
    )
    expect(result.output.length).toBeLessThan(257 * 1024)
    if (process.platform !== 'win32')
      expect([statSync(place).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it('has no file where the record has all of it', async () => {
    const { place, run } = bench()
    const result = await run(commandSpec(await repo, ['seq', '1', '40000']))
    expect(result.output).not.toContain('left out')
    expect(existsSync(place)).toBe(false)
  })

  it('holds errors as well, and each task of local checks under its line', async () => {
    const { run, file } = bench(SMALL)
    const tasks = quickTasks('Run `seq 1 400`', 'Run `ls nowhere-at-all`')
    await run(localSpec(await repo, tasks, { approved: () => true }))
    const whole = readFileSync(file, 'utf8')
    expect(whole.startsWith('▸ Run `seq 1 400`\n1\n2\n')).toBe(true)
    expect(whole).toMatch(/399\n400\n\n▸ Run `ls nowhere-at-all`\n.*nowhere-at-all/)
  })

  it('ends at its bound, and says how much is missing', async () => {
    const { run, file } = bench(SMALL)
    await run(commandSpec(await repo, ['sh', '-c', 'head -c 150000 /dev/zero | tr "\\0" x']))
    expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(100_000)}\n… 50,000 bytes left out …\n`)
  })

  it('is read piece by piece', async () => {
    const { outputs, run } = bench(SMALL)
    await run(commandSpec(await repo, ['seq', '1', '1000']))
    expect(await outputs.read(RUN, 0, 0)).toMatchObject({ total: 3893 })
    expect(Buffer.from((await outputs.read(RUN, 3880, 100))!.bytes).toString()).toBe('998\n999\n1000\n')
    expect((await outputs.read(RUN, 9000, 100))!.bytes).toHaveLength(0)
    expect(await outputs.read('run_other' as RunId, 0, 10)).toBeNull()
  })
})

describe('memory', () => {
  it('is bounded: a program is read no faster than the disk takes it', async () => {
    let passed = 0
    let whileWaiting = 0
    let waits = 0
    const result = await runProcess(
      {
        argv: ['head', '-c', '1000000', '/dev/zero'],
        folder,
        stdin: null,
        marker: 'm',
        deadlineMs: 60_000,
        capture: 'split',
        onBytes(chunk) {
          passed += chunk.length
          if (waits > 0) return null
          waits++
          const before = passed
          return (async () => {
            for (let turns = 0; turns < 100; turns++) await new Promise((next) => setImmediate(next))
            whileWaiting = passed - before
          })()
        },
      },
      never,
    )
    expect([result.status, passed, whileWaiting]).toEqual(['exited', 1_000_000, 0])
  })

  it('is bounded also where nobody waits: what is too much for the disk is counted as missing', async () => {
    const { outputs, file } = bench({ heldBytes: 1000, runBytes: 1e9, allBytes: 2e9 })
    const output = outputs.begin(RUN)
    const piece = Buffer.alloc(64 * 1024, 'z')
    let told = 0
    for (let i = 0; i < 1000; i++) if (output.push(piece) !== null) told++
    await output.end()
    expect(told).toBeGreaterThan(900)
    const whole = readFileSync(file, 'utf8')
    const missing = Number(/\n… ([\d,]+) bytes left out …\n$/.exec(whole)?.[1]?.replaceAll(',', ''))
    expect(whole.length).toBeLessThan(10 * 1024 * 1024)
    expect(whole.lastIndexOf('z') + 1 + missing).toBe(1000 * piece.length)
  })
})

describe('a disk that takes nothing', () => {
  it('costs the file and nothing else', async () => {
    writeFileSync(path.join(folder, 'no-folder'), '')
    const { faults, outputs, run } = bench(SMALL, path.join(folder, 'no-folder', 'outputs'))
    expect(await run(commandSpec(await repo, ['seq', '1', '100000']))).toMatchObject({
      status: 'completed',
      exitCode: 0,
      fault: null,
    })
    expect(faults).toHaveLength(1)
    expect(await outputs.read(RUN, 0, 10)).toBeNull()
    expect(await outputs.list()).toEqual([])
  })

  it.runIf(existsSync('/dev/full'))(
    'in the middle leaves no part that could be taken for the whole',
    async () => {
      const { place, faults, run, file } = bench(SMALL)
      mkdirSync(place)
      symlinkSync('/dev/full', file)
      expect(await run(commandSpec(await repo, ['seq', '1', '100000']))).toMatchObject({
        status: 'completed',
        exitCode: 0,
      })
      expect(faults[0]).toMatch(/^run_test: ENOSPC/)
      expect(readdirSync(place)).toEqual([])
    },
  )

  it('is asked again by the next run', async () => {
    const { place, faults, run, outputs } = bench(SMALL)
    mkdirSync(place)
    mkdirSync(path.join(place, `${RUN}.txt`)) // stands in the way
    await run(commandSpec(await repo, ['seq', '1', '1000']))
    expect(faults).toHaveLength(1)
    await run({ ...commandSpec(await repo, ['seq', '1', '1000']), runId: 'run_next' as RunId })
    expect((await outputs.read('run_next' as RunId, 0, 0))?.total).toBe(3893)
  })
})

it('keeps so much of all runs: the oldest make room', async () => {
  const { place, outputs } = bench({ heldBytes: 10, runBytes: 1000, allBytes: 2500 })
  for (let i = 1; i <= 4; i++) {
    const output = outputs.begin(`run_${i}` as RunId)
    void output.push(Buffer.alloc(1000, 'z'))
    await output.end()
    if (existsSync(path.join(place, `run_${i}.txt`))) utimesSync(path.join(place, `run_${i}.txt`), i, i)
  }
  expect((await outputs.list()).toSorted()).toEqual(['run_3', 'run_4'])
})
