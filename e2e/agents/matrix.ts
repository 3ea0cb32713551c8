import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NO_USAGE } from '../../shared/agents/agent-turn.ts'
import type { FaultCode } from '../../shared/base/faults.ts'
import { parse } from '../../shared/playbook/doc.ts'
import type { WorkItem } from '../../shared/playbook/work-queue.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import type { Step } from '../harness/model-server.ts'
import { shellCall } from './shell-call.ts'
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

interface End {
  readonly trouble: string
  readonly step: (cli: TestedCli, index: number) => Step
  readonly isEndless?: true // to be ended by the time that a run may take
  /** null: it comes to an end that is no trouble. */
  readonly code: (cli: TestedCli) => readonly (FaultCode | null)[]
  /** It had not begun work on what waits in the list, or had. */
  readonly item: (code: FaultCode | null) => Pick<WorkItem, 'state' | 'attemptsLeft'>
}
const PUT_BACK = { state: 'pending', attemptsLeft: 1 } as const
const USED_UP = { state: 'pending', attemptsLeft: 0 } as const
const ENDS: readonly End[] = [
  {
    trouble: 'a server that never answers',
    step: () => ({ hang: true }),
    isEndless: true,
    code: () => ['agent.timed_out'],
    item: () => PUT_BACK,
  },
  {
    trouble: 'an answer that breaks off',
    step: () => ({ malformed: true }),
    isEndless: true,
    code: () => [null, 'agent.bad_output', 'agent.exit_nonzero', 'agent.overloaded', 'agent.timed_out'],
    item: (code) => (code === null ? USED_UP : PUT_BACK),
  },
  {
    trouble: 'a reply of eight million letters',
    step: () => ({ huge: 8_000_000 }),
    code: () => [null, 'agent.output_overflow', 'agent.bad_output'],
    item: (code) => (code === null ? USED_UP : PUT_BACK),
  },
  {
    trouble: 'two hundred calls',
    step: (cli, index) =>
      index < 200 ? shellCall(cli, `git log -1 --skip=${index}`) : { say: 'HEARTBEAT_OK' },
    code: () => ['agent.runaway'],
    item: () => USED_UP,
  },
]

/** What may be the fault of a task: nobody else is concerned, and the item counts where work on it had begun. */
export function endScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it.each(ENDS)('ends with $trouble, alone', async ({ isEndless, step, code, item }) => {
    const p = await product(({ results }) => step(cli, results.length))
    writeFileSync(p.file, PLAYBOOK.replace('## Notes', `${WAITING}\n## Notes`))
    // opencode goes on asking a server that talks nonsense.
    if (isEndless) await p.client.settings.change({ quickLimitMs: 20_000 })
    const run = await p.beat()
    const ended = run.fault?.code ?? null
    console.log(
      cli,
      run.outcome,
      ended,
      run.turn?.callCount,
      run.turn?.usage,
      run.turn?.costUsd,
      settled(p),
      p.host.snapshot().fleet.resting.map((r) => r.cause),
    )
    expect(code(cli)).toContain(ended)
    expect(run.outcome === 'broken').toBe(ended !== null)
    expect(p.host.snapshot().threads.find((t) => t.id === p.id)?.pause).toBeNull()
    const kept = await p.until('the item', () => Promise.resolve(settled(p)))
    expect(kept).toMatchObject({ id: 'a', ...item(ended) })
  })
}

const settled = (p: Product): WorkItem | null =>
  parse(readFileSync(p.file, 'utf8')).work.find(({ state }) => state !== 'in-progress') ?? null
