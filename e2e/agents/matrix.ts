import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NO_USAGE } from '../../shared/agents/agent-turn.ts'
import type { FaultCode } from '../../shared/base/faults.ts'
import { parse } from '../../shared/playbook/doc.ts'
import type { WorkItem } from '../../shared/playbook/work-queue.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import type { Step } from '../harness/model-server.ts'
import { PLAYBOOK, type products, type Product } from './product.ts'

type Row = readonly [trouble: string, step: Step, code: FaultCode, rest: 'login' | 'limit' | 'outage']

const ROWS: readonly Row[] = [
  ['401', { status: 401 }, 'agent.needs_login', 'login'],
  ['429 without an end', { status: 429 }, 'agent.limit_reached', 'limit'],
  ['429 until a time', { status: 429, headers: { 'retry-after': '3600' } }, 'agent.limit_reached', 'limit'],
  ['500', { status: 500 }, 'agent.overloaded', 'outage'],
  ['529', { status: 529 }, 'agent.overloaded', 'outage'],
]
const WAITING = '## Work Queue\n\n- [pending] a: Feed the quokka\n  attempts left: 1\n'

/** What is not the fault of a task: the runner rests, and what waits in the list waits on. */
export function matrixScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it.each(ROWS)('keeps what waits in the list through a %s, and rests', async (_, step, code, cause) => {
    const p = await product(() => step)
    writeFileSync(p.file, PLAYBOOK.replace('## Notes', `${WAITING}\n## Notes`))
    // They go on asking until the time of the run is up, and tell of it besides.
    if (cli === 'opencode' || cli === 'gemini') await p.client.settings.change({ quickLimitMs: 20_000 })
    const run = await p.beat()
    expect(run).toMatchObject({ outcome: 'broken', fault: { code } })
    expect(p.host.snapshot().fleet.resting.map((r) => r.cause)).toEqual([cause])
    expect([run.turn?.usage ?? NO_USAGE, run.turn?.costUsd ?? 0], 'nothing was answered').toEqual([
      NO_USAGE,
      0,
    ])
    const kept = await p.until('the item', () => Promise.resolve(settled(p)))
    expect(kept).toMatchObject({ id: 'a', state: 'pending', attemptsLeft: 1 })
  })
}

const settled = (p: Product): WorkItem | null =>
  parse(readFileSync(p.file, 'utf8')).work.find(({ state }) => state !== 'in-progress') ?? null
