import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { testFolder } from '../../machine/agents/testing/folders.ts'
import { createRunOutputs } from '../../machine/disk/outputs/run-outputs.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Shell } from '../ports/desktop.ts'
import { sweepOutputs } from './sweep-outputs.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario } from '../testing/scenario.ts'

const folder = testFolder()
let count = 0

/** Two threads that beat each hour, with a real file for each of their runs. */
async function bench(shell: Partial<Shell> | null = null) {
  const outputs = createRunOutputs(
    path.join(folder, `outputs${++count}`),
    (id, message) => {
      throw new Error(`${id}: ${message}`)
    },
    { heldBytes: 4, runBytes: 1000, allBytes: 1e6 },
  )
  let isHanging = false
  const s = await scenario({
    outputs,
    script: async (spec) => {
      const output = outputs.begin(spec.runId)
      void output.push(Buffer.from(`all of ${spec.runId}\n`))
      await output.end()
      return { text: 'HEARTBEAT_OK', hangs: isHanging }
    },
  })
  const [a, b] = [s.add('api', { intervalMs: HOUR }), s.add('web', { intervalMs: HOUR })]
  const client = apiClient(s, { shell: shell as Shell | null })
  const kept = async (): Promise<readonly RunId[]> => (await outputs.list()).toSorted()
  const of = (...ids: readonly ThreadId[]): readonly RunId[] =>
    ids
      .flatMap((id) =>
        s
          .runs(id)
          .filter((r) => r.outcome !== 'skipped' && r.outcome !== 'interrupted')
          .map((r) => r.id),
      )
      .toSorted()
  /** File work takes turns of the real clock, not of the pretended one, and a run that waits for it ends then. */
  const settled = async (want: () => readonly RunId[]): Promise<void> => {
    await vi.waitFor(async () => expect(await kept()).toEqual(want()), { timeout: 20_000 })
  }
  const hang = (on: boolean): void => void (isHanging = on)
  /** A run that a minute has begun writes its file before the next one: else its time would be over meanwhile. */
  const minutes = async (n: number): Promise<void> => {
    for (let minute = 0; minute < n; minute++) {
      await s.clock.advance(MINUTE)
      await vi.waitUntil(() => s.store.runs.running().length === 0, { timeout: 20_000 })
    }
  }
  const hours = (n: number): Promise<void> => minutes(n * 60)
  await minutes(181)
  await settled(() => of(a, b))
  return { s, a, b, client, outputs, of, settled, kept, hang, hours }
}

describe('a whole output', () => {
  it('goes with the details of its run, by the hourly clean-up', async () => {
    const { s, a, b, of, settled, kept, hours } = await bench()
    expect((await kept()).length).toBeGreaterThan(3)
    await settled(() => of(a, b))
    s.store.settings.change({ detailsKeptMs: DAY })
    const old = of(a, b)
    await hours(31)
    const young = of(a, b).filter((id) => s.store.runs.withDetails([id]).has(id))
    expect([young.length > 20, young.some((id) => old.includes(id)), of(a, b).length > young.length]).toEqual(
      [true, false, true],
    )
    await settled(() => young)
    await s.stop()
  })

  it('goes with its thread, at once', async () => {
    const { s, a, b, client, of, settled } = await bench()
    const others = of(b)
    await client.threads.remove({ id: a })
    await settled(() => others)
    await s.stop()
  })

  it('goes when the history of its thread is cleared, before that is said to be done', async () => {
    const { s, a, b, client, of, kept } = await bench()
    expect(await client.threads.clearHistory({ id: a, confirmed: true })).toEqual({
      runs: expect.any(Number) as number,
    })
    expect(await kept()).toEqual(of(b))
    await s.stop()
  })

  it('goes with “clean now”', async () => {
    const { s, a, b, client, of, kept } = await bench()
    s.store.history.clear(a)
    const cleaned = (async () => {
      for await (const step of await client.history.clean()) expect(step.kind).toMatch(/progress|done/)
    })()
    await s.clock.advance(SECOND)
    await cleaned
    expect(await kept()).toEqual(of(b))
    await s.stop()
  })

  it('stays while its run goes on, and that of a run that died with the app goes at the next start', async () => {
    const { s, a, b, of, settled, hang } = await bench()
    hang(true)
    // Until one has begun, and not until it is given up at its deadline.
    for (let n = 0; n <= 60 && s.store.runs.running().length === 0; n++) await s.clock.advance(MINUTE)
    const inFlight = s.store.runs.running().map((r) => r.id)
    expect(inFlight.length).toBeGreaterThan(0)
    await sweepOutputs(s.ports, s.store)
    await settled(() => of(a, b))
    expect(of(a, b)).toEqual(expect.arrayContaining(inFlight))
    hang(false)
    await s.crash()
    await s.clock.advance(MINUTE)
    expect(of(a, b)).not.toEqual(expect.arrayContaining(inFlight))
    await settled(() => of(a, b))
    await s.stop()
  })

  it('that belongs to nobody goes at the next start', async () => {
    const { s, a, b, outputs, of, settled } = await bench()
    const lost = outputs.begin('run_of_a_lost_history' as RunId)
    void lost.push(Buffer.alloc(100))
    await lost.end()
    await settled(() => [...of(a, b), 'run_of_a_lost_history' as RunId].toSorted())
    await s.crash()
    await settled(() => of(a, b))
    await s.stop()
  })
})

describe('over the contract', () => {
  it('it is told piece by piece, and shown by the system', async () => {
    const opened: string[] = []
    const { s, a, client, of } = await bench({
      openPath: async (file) => (opened.push(file), opened.length > 1 ? 'no program for it' : null),
    })
    const id = of(a)[0]!
    const text = `all of ${id}\n`
    expect(await client.runs.output({ id })).toEqual({ bytes: text.length, base64: '' })
    expect(
      Buffer.from((await client.runs.output({ id, from: 4, limit: 6 }))!.base64, 'base64').toString(),
    ).toBe(text.slice(4, 10))
    expect(await client.runs.output({ id: 'run_none' })).toBeNull()
    await client.runs.openOutput({ id })
    expect([opened[0]?.endsWith(`${id}.txt`), existsSync(opened[0]!)]).toEqual([true, true])
    await expect(client.runs.openOutput({ id })).rejects.toThrow(
      /could not be opened: no program for it\. The file is safe/,
    )
    await expect(client.runs.openOutput({ id: 'run_none' })).rejects.toThrow(
      'The whole output of this run is not kept any more; its beginning and end still are.',
    )
    await expect(client.runs.output({ id: '../../etc/passwd' })).rejects.toThrow()
    await s.stop()
  })
  it('says where to find it where there is no window', async () => {
    const { s, a, client, of } = await bench()
    const id = of(a)[0]!
    await expect(client.runs.openOutput({ id })).rejects.toThrow(`threadbeat run ${id} --output`)
    await s.stop()
  })
})
