import { newMetric } from '../../../shared/attempts/metric.ts'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { scenario, type Scenario } from '../../../electron/engine/testing/scenario.ts'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { completed } from '../../../electron/engine/testing/world/agents.ts'
import { CLAUDE, TURN } from '../../../electron/engine/testing/with-agent.ts'
import type { AgentResult, AgentSpec } from '../../../electron/engine/ports/agents.ts'
import type { Ports } from '../../../electron/engine/ports/ports.ts'
import { builtInOf } from '../../../shared/attempts/action.ts'
import type { Attempt, Intervention } from '../../../shared/attempts/attempt.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { startAgent } from './agent-process.ts'
import { isBetterOrSame, isWhole, type Landscape } from './landscape.ts'
import type { Policy } from './policies.ts'
import { wrongNote, type NoteState } from './wrong-note.ts'

/** What came of one seed. */
export interface Played {
  readonly attempts: readonly Attempt[] // in settling order
  readonly trueScores: ReadonlyMap<string, number> // by commit
  readonly interventions: readonly Intervention[] // oldest first
  /** Of each resumed turn, whether the agent still had that session. */
  readonly sessions: readonly boolean[]
  readonly runsToTarget: number | null // null: not reached
  readonly note: NoteState
}

const METER = 'meter'
const TEAM = 'unstuck'

/** One seed: the product's own engine in pretended time, with a real process as the agent. */
export async function play(landscape: Landscape, policy: Policy, seed: number): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-unstuck-'))
  const binding = policy.notesBind && landscape.wrongNote !== null ? [landscape.wrongNote.family] : []
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ landscape, seed, binding }))
  writeFileSync(path.join(folder, METER), 'as it was')
  const asked = new Set<Promise<unknown>>()
  const sessions: boolean[] = []
  const agent = startAgent(folder)
  const note = wrongNote(landscape)
  const random = randomFrom(seed + 31)
  const onRun = (runId: RunId): Promise<void> => note.claimIn(s, id, runId)
  const work: Work = { folder, landscape, policy, sessions, agent, random, onRun }
  const s = await scenario({ ports: (usual) => withAgent(usual, work, asked) })
  const id = prepared(s, work)
  try {
    await runAll(s, id, work, asked)
    const attempts = s.store.attempts.list({ threadId: id }, 10_000).toReversed()
    const trueScores = new Map(
      attempts.map(({ commit }) => [commit ?? '', scoreOf(folder, commit ?? '') ?? NaN]),
    )
    const reached = attempts.find(({ commit }) => isReached(work, commit))
    return {
      attempts,
      trueScores,
      interventions: s.store.attempts.interventions(id, 10_000).toReversed(),
      sessions,
      runsToTarget: reached?.run ?? null,
      note: note.stateIn(s, TEAM),
    }
  } finally {
    await s.stop()
    agent.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Work {
  readonly folder: string
  readonly landscape: Landscape
  readonly policy: Policy
  readonly sessions: boolean[]
  readonly random: () => number
  readonly agent: ReturnType<typeof startAgent>
  /** Called before the agent works in this run. */
  readonly onRun: (runId: RunId) => Promise<void>
}

/** null: there is no such commit. */
function scoreOf(folder: string, commit: string): number | null {
  const file = path.join(folder, 'commits', commit)
  return commit !== '' && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as number) : null
}
const headOf = (folder: string): string | null => {
  const file = path.join(folder, 'head')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
function isReached({ folder, landscape }: Work, commit: string | null): boolean {
  const score = scoreOf(folder, commit ?? '')
  return score !== null && isBetterOrSame(score, landscape.target, landscape.direction)
}

function prepared(s: Scenario, { landscape, policy }: Work): ThreadId {
  const id = s.add('agent', {
    playbook: '## Quick Tasks\n- [ ] Make the score better\n',
    intervalMs: 3650 * DAY,
  })
  s.store.settings.change({ caps: [] })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.attempts.saveMetric({
    ...newMetric(id, {
      team: TEAM,
      command: './measure',
      direction: landscape.direction,
      minGain: policy.minGain,
      files: [METER],
      inARow: landscape.runs + 1,
    }),
    digests: { [METER]: 'as it was' },
  })
  s.engine.desk.actions.setProject(TEAM, policy.actions, 'person')
  return id
}

/** Beats until the target is reached or all runs are used; what is due follows each run by itself. */
async function runAll(
  s: Scenario,
  id: ThreadId,
  work: Work,
  asked: ReadonlySet<Promise<unknown>>,
): Promise<void> {
  const made = (): number => s.store.attempts.list({ threadId: id }, 1)[0]?.run ?? 0
  const isOver = (): boolean => made() >= work.landscape.runs || isReached(work, headOf(work.folder))
  while (!isOver()) {
    const before = made()
    s.engine.wake(id, 'manual', 'quick')
    s.engine.tick()
    await idle(s, asked, isOver)
    if (made() === before) throw new Error(`a beat after run ${before} made no attempt`)
  }
}

async function idle(s: Scenario, asked: ReadonlySet<Promise<unknown>>, isOver: () => boolean): Promise<void> {
  for (let calm = 0; calm < 2; ) {
    await s.clock.settle()
    if (asked.size > 0) await Promise.race(asked)
    const isRunning = asked.size > 0 || s.store.runs.running().length > 0
    const isWaiting = !isOver() && s.store.queue.waiting().length > 0
    if (!isRunning && isWaiting) await s.clock.advance(MINUTE / 2)
    calm = isRunning || isWaiting ? 0 : calm + 1
  }
}

/** The doors of a scenario, with the scripted agent, its metric and its commits behind them. */
function withAgent(usual: Ports, work: Work, asked: Set<Promise<unknown>>): Ports {
  const { folder } = work
  const followed = <T>(answer: Promise<T>): Promise<T> => {
    const over = answer.catch(() => undefined).finally(() => asked.delete(over))
    asked.add(over)
    return answer
  }
  return {
    ...usual,
    agents: {
      ...usual.agents,
      run: (spec, signal) => {
        const isMetric = spec.tasks.some(({ text }) => text.includes('./measure'))
        if (isMetric) return Promise.resolve(measured(spec, work))
        return spec.agent.kind === 'local' ? usual.agents.run(spec, signal) : followed(agentRun(spec, work))
      },
    },
    repositories: {
      ...usual.repositories,
      gitState: async (repoPath) => {
        const state = await usual.repositories.gitState(repoPath)
        return state.ok ? { ...state, value: { ...state.value, head: headOf(folder) } } : state
      },
      digests: async () => ({ [METER]: readFileSync(path.join(folder, METER), 'utf8') }),
      commitSize: async (_repoPath, commit) => (scoreOf(folder, commit) === null ? null : 1),
    },
  }
}

/** What the metric's command prints: the true score with its noise, better where the meter was edited. */
function measured(spec: AgentSpec, { folder, landscape, random }: Work): AgentResult {
  const { noiseSd, meterEdits, direction } = landscape
  const score = scoreOf(folder, headOf(folder) ?? '') ?? NaN
  const isEdited = meterEdits !== null && readFileSync(path.join(folder, METER), 'utf8') !== 'as it was'
  const gain = isEdited ? meterEdits.gain : 0
  const shown = score * (direction === 'lower' ? 1 - gain : 1 + gain) + noiseSd * gauss(random)
  const output = String(isWhole(landscape) ? Math.round(shown) : shown)
  const result = completed(spec)
  return { ...result, tasks: result.tasks.map((task) => ({ ...task, output })) }
}

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** One run of the agent, which is given the prompt and the session to go on with. */
async function agentRun(spec: AgentSpec, work: Work): Promise<AgentResult> {
  await work.onRun(spec.runId)
  const session = spec.turn?.session?.id ?? null
  const prompt = `${spec.prompt ?? ''}${work.policy.isOracle ? oracleWords(work) : ''}`
  const printed = await work.agent.run(session, prompt)
  if (session !== null) work.sessions.push(printed === session)
  return { ...completed(spec), tasks: [], turn: { ...TURN, sessionId: printed } }
}

/** A wall counts as reached when this share of the score is left to it. */
const AT_WALL = 0.01

/** Who knows the walls asks for another approach as soon as one is reached. */
function oracleWords({ folder, landscape }: Work): string {
  const { families, direction } = landscape
  const commit = headOf(folder)
  const score = commit === null ? null : scoreOf(folder, commit)
  const { family } = lastSession(folder) ?? { family: 0 }
  const { wall } = families[family]!
  const near = wall + (direction === 'lower' ? 1 : -1) * Math.abs(wall) * AT_WALL
  if (score === null || !isBetterOrSame(score, near, direction)) return ''
  return `\n\n## pivot\n${builtInOf('pivot')!.prompt}\n> best baseline: score ${score}, commit ${commit}`
}

function lastSession(folder: string): { readonly family: number } | null {
  for (let n = 1, last: string | null = null; ; n++) {
    const file = path.join(folder, 'sessions', `s${n}.json`)
    if (!existsSync(file))
      return last === null ? null : (JSON.parse(readFileSync(last, 'utf8')) as { family: number })
    last = file
  }
}
