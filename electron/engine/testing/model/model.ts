import { agentConfigSchema } from '../../../../shared/agents/agent-config.ts'
import type { RunId } from '../../../../shared/base/ids.ts'
import { MINUTE, SECOND, startOfDay } from '../../../../shared/base/time.ts'
import { scenario } from '../scenario.ts'
import type { Scripted } from '../world/world.ts'
import { checkInvariants } from './invariants.ts'
import { addJob, operationsOf } from './operations.ts'
import { allRuns, STARTS_A_DAY, type Play } from './play.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'

interface ModelResult {
  readonly violations: readonly string[]
  readonly runs: number
}

/**
 * A random history of wakes, events, jobs, messages, time, sleeps, clock jumps, pauses and deaths of the
 * process, with the invariants of ARCHITECTURE checked after every step. Violations are collected, never
 * thrown inside a promise.
 */
export async function playModel(seed: number, steps: number): Promise<ModelResult> {
  const random = randomFrom(seed)
  const violations: string[] = []
  const play = await begin(random, (violation) => void violations.push(`seed ${seed}: ${violation}`))
  const { s } = play
  const operations = operationsOf(play)
  const total = operations.reduce((sum, [weight]) => sum + weight, 0)
  for (let step = 0; step < steps && violations.length === 0; step++) {
    let dice = random() * total
    const [, name, run] = operations.find(([weight]) => (dice -= weight) < 0) ?? operations[0]!
    await run()
    await s.clock.settle()
    s.engine.tick()
    await s.clock.settle()
    checkInvariants(play, (text) => void violations.push(`seed ${seed}, step ${step} (${name}): ${text}`))
  }
  const runs = allRuns(s).length
  await s.stop()
  return { violations, runs }
}

const CLAUDE = agentConfigSchema.parse({ kind: 'cli', cli: 'claude' })
const QUICK = '## Quick Tasks\n- [ ] Look\n\n## Hourly Tasks\n- [ ] Look longer\n'

/** Four threads with runners of each kind, and jobs. */
async function begin(random: () => number, say: (violation: string) => void): Promise<Play> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const s = await scenario({
    script: (spec) => {
      const dice = random()
      noteStart(play, spec.runId, spec.prompt !== null && spec.prompt !== '', say)
      notePrompt(play, spec.runId, spec.prompt)
      return answer(dice, spec.prompt, random)
    },
  })
  const intervals = [2 * MINUTE, 8 * MINUTE, 30 * MINUTE]
  const threads = Array.from({ length: 4 }, (_, i) =>
    s.add(`t${i}`, { intervalMs: pick(intervals), playbook: QUICK }),
  )
  for (const id of threads.slice(0, 2)) s.store.threads.change(id, { agent: CLAUDE })
  s.store.threads.change(threads[2]!, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  for (const id of threads)
    s.store.threads.change(id, {
      sources: { git: 'now', hook: 'now', inbox: 'next', webhook: 'now', session: 'next' },
    })
  const bare: Play = {
    s,
    random,
    pick,
    threads,
    jobs: [],
    limits: { runs: 2, heartbeats: 1 },
    accepted: new Map(),
    facts: new Map(),
    dropped: new Set(),
    outcomes: new Map(),
    before: { runs: 0, heartbeats: 0, local: 0, limits: null },
  }
  const jobs = threads.flatMap((id, i) => [
    addJob(bare, id, i, 'event'),
    addJob(bare, id, i, 'command'),
    ...(i < 2 ? [addJob(bare, id, i, 'agent')] : []),
  ])
  const play: Play = { ...bare, jobs }
  s.store.settings.change({
    caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: STARTS_A_DAY }],
  })

  return play
}

function answer(dice: number, prompt: string | null, random: () => number): Scripted {
  if (dice < 0.02)
    return { status: 'failed', fault: { code: 'agent.limit_reached', message: 'limit' }, silent: true }
  if (dice < 0.05) return { status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } }
  if (dice < 0.08) return { text: 'HEARTBEAT_OK', silent: true }
  if (dice < 0.1) return { text: 'CI is red', takesMs: SECOND }
  if (dice < 0.5) return { takesMs: Math.floor(random() * 3 * MINUTE) }
  return prompt === null || prompt === '' ? {} : { text: 'HEARTBEAT_OK' }
}

/** A start that nobody asked for is within the cap when it happens. */
function noteStart({ s }: Play, id: RunId, isAgent: boolean, say: (violation: string) => void): void {
  const run = allRuns(s).find((r) => r.id === id)
  if (!isAgent || run === undefined || run.kind === 'message' || run.reasons.includes('manual')) return
  const today = s.store.agents.spentSince(startOfDay(s.clock.now(), s.clock.timeZone))
  if (today.length > STARTS_A_DAY) say(`start ${today.length} of ${STARTS_A_DAY} a day`)
}

function notePrompt({ facts }: Play, runId: RunId, prompt: string | null): void {
  if (prompt === null) return
  for (const fact of facts.values()) if (prompt.includes(fact.text)) fact.runs.add(runId)
}
