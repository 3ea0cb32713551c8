import { createRouterClient } from '@orpc/server'
import { expect, it } from 'vitest'
import { createAgentRunner } from '../../machine/agents/agent-runner.ts'
import { testFolder } from '../../machine/agents/testing/folders.ts'
import { commandSpec, realClock } from '../../machine/agents/testing/specs.ts'
import { makeRepository } from '../../host/repositories.ts'
import type { OutputPiece } from '../../../shared/contract/beats.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { followRun } from '../api/runs/follow-run.ts'
import { createLiveOutput } from './live-output.ts'
import { scenario } from '../testing/scenario.ts'

it('keeps the newest end, and says how much came before it', () => {
  const output = createLiveOutput(100)
  for (let i = 0; i < 1000; i++) output.push(`line ${i}\n`)
  const { from, to, text } = output.since(0)
  expect(text).toHaveLength(100)
  expect(text.endsWith('line 998\nline 999\n')).toBe(true)
  expect([from, to]).toEqual([8890 - 100, 8890])
  expect(output.since(to)).toEqual({ from: to, to, text: '' })
  output.push('more')
  expect(output.since(to)).toEqual({ from: to, to: to + 4, text: 'more' })
})

it('tells what a real program prints before it has ended, characters whole', async () => {
  const { path } = await makeRepository(testFolder(), 'live', 'clean')
  let printed = ''
  let isOver = false
  const seen = new Promise<void>((resolve) => {
    // An é that is written byte by byte, then a wait that only an end of the program would cut short.
    const script = `printf 'first\\n\\303'; sleep 0.1; printf '\\251\\n' >&1; echo told >&2; exec sleep 60`
    const end = new AbortController()
    void createAgentRunner(realClock)
      .run(
        commandSpec(path, ['/bin/sh', '-c', script], {
          onOutput: (text) => {
            printed += text
            if (!printed.includes('é') || !printed.includes('told')) return
            expect(isOver).toBe(false)
            end.abort()
          },
        }),
        end.signal,
      )
      .then(() => {
        isOver = true
        resolve()
      })
  })
  await seen
  expect(printed.replace('told\n', '')).toBe('first\né\n')
})

it(
  'gives whoever opens a running run what it printed, then the rest, at most ten times a second, and ' +
    'ends with it',
  async () => {
    const s = await scenario({
      script: (spec) => {
        spec.onOutput?.('begun\n')
        let n = 0
        const go = (): void =>
          void s.clock.setTimer(s.clock.now() + 20, () => {
            spec.onOutput?.(`line ${++n}\n`)
            if (n < 100) go()
          })
        go()
        return { takesMs: 3 * SECOND }
      },
    })
    s.add('web')
    for (let i = 0; i < 3600 && s.store.runs.running().length === 0; i++) await s.clock.advance(SECOND)
    const [run] = s.store.runs.running()
    const client = createRouterClient(
      { follow: followRun({ ports: s.ports, engine: s.engine }) },
      { context: { origin: 'test' } },
    )
    const pieces: OutputPiece[] = []
    const all = (async () => {
      for await (const piece of await client.follow({ id: run!.id })) pieces.push(piece)
    })()
    await s.clock.advance(10 * SECOND)
    await all
    expect(pieces.map((p) => p.text).join('')).toBe(
      `begun\n${Array.from({ length: 100 }, (_, i) => `line ${i + 1}\n`).join('')}`,
    )
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.length).toBeLessThanOrEqual(24)
    for await (const piece of await client.follow({ id: run!.id })) expect(piece).toBeUndefined()
    await s.stop()
  },
)
