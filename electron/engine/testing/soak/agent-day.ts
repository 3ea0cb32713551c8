import { HOUR, MINUTE } from '../../../../shared/base/time.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { seedText } from '../../../../shared/playbook/templates/template.ts'
import { checkOf } from '../../../../shared/runs/check-id.ts'
import type { GateMode } from '../../../../shared/threads/modes.ts'
import { addWithAgent, CLAUDE, TURN } from '../with-agent.ts'
import { scenario, type Scenario } from '../scenario.ts'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'

interface DayOptions {
  readonly repositories: number
  readonly hours: number
  readonly seed: number
  /** When the agent of each thread is started. */
  readonly gate: GateMode
}
interface DayResult {
  readonly starts: number
  /** Characters of all prompts. */
  readonly promptChars: number
  readonly beats: number
  readonly planted: number
  /** Planted, and not one alert raised by their thread while they stood. */
  readonly missed: number
}

const INTERVAL_MS = 8 * MINUTE
/** Of each hour's repositories: one in ten gets commits, one in three of those leaves work uncommitted as well. */
const CHANGED = 0.1
const UNCOMMITTED = 1 / 3
/** So long it stands: longer than three beats. */
const STANDS_MS = 40 * MINUTE

/**
 * A day of a fleet with an agent CLI, by the app's own template, untouched: some repositories change each hour, and
 * some of those have work lying about that git status shows. What the lines of the app find, the app finds; an agent
 * that is given them finds the same.
 */
export async function playAgentDay({ repositories, hours, seed, gate }: DayOptions): Promise<DayResult> {
  const random = randomFrom(seed)
  const lying = new Map<string, number>() // by path: since when
  const s = await scenario({
    script: (spec) => ({
      turn: TURN,
      ...(lying.has(spec.repoPath) && spec.tasks.some(({ text }) => checkOf(text) === 'git-status')
        ? { text: 'A file was never added.', silent: true }
        : {}),
    }),
  })
  s.checks = ({ text }, repoPath) =>
    checkOf(text) === 'git-status' && lying.has(repoPath)
      ? { status: 'finding', severity: 'warning', note: '1 untracked file' }
      : {}
  const paths = Array.from({ length: repositories }, (_, n) => `/repo-${n}`)
  const pathOf = new Map(paths.map((path) => [withTemplate(s, path.slice(1), gate), path]))
  // Before it counts, everything has been looked at once.
  await s.clock.advance(HOUR)
  const from = { starts: s.starts.length, beats: s.store.history.index({}).total }
  let planted = 0
  const found = new Set<string>()
  const look = (): void => {
    for (const { threadId, raisedAt } of s.store.alerts.list('open', 1000, s.clock.now())) {
      const path = pathOf.get(threadId!) ?? ''
      const since = lying.get(path)
      if (since !== undefined && raisedAt >= since) found.add(`${path} ${since}`)
    }
  }
  for (let hour = 0; hour < hours; hour++) {
    for (const path of paths.filter(() => random() < CHANGED)) {
      s.prints.set(path, { tree: `t${hour}`, refs: `r${hour}`, remote: `o${hour}`, hosting: 'h' })
      await s.changeGit(path.slice(1), { head: `c${hour}` })
      if (random() >= UNCOMMITTED) continue
      lying.set(path, s.clock.now())
      planted++
    }
    for (let gone = 0; gone < STANDS_MS; gone += INTERVAL_MS) {
      await s.clock.advance(INTERVAL_MS)
      look()
    }
    lying.clear()
    await s.clock.advance(HOUR - STANDS_MS)
  }
  const started = s.starts.slice(from.starts)
  const result = {
    starts: started.length,
    promptChars: started.reduce((sum, { prompt }) => sum + (prompt ?? '').length, 0),
    beats: s.store.history.index({}).total - from.beats,
    planted,
    missed: planted - found.size,
  }
  await s.stop()
  return result
}

function withTemplate(s: Scenario, name: string, gate: GateMode): ThreadId {
  const id = addWithAgent(
    s,
    name,
    CLAUDE,
    seedText({
      defaultBranch: 'main',
      remote: 'origin',
      hasGh: false,
      threadName: name,
      masterNumber: null,
      bare: false,
    }),
    gate,
  )
  s.store.threads.change(id, { intervalMs: INTERVAL_MS })
  return id
}
