import { atATime } from '../../../shared/base/at-a-time.ts'
import { DAY } from '../../../shared/base/time.ts'
import type { SuggestionView, TrialView } from '../../../shared/contract/pollination.ts'
import { isScriptName } from '../../../shared/pollination/backtest/script-name.ts'
import { commandOf } from '../../../shared/runs/shell/task-command.ts'
import { isTelling, tierByTrial, trialText } from '../../../shared/pollination/backtest/verdict.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { KeptBacktest } from '../ports/backtests.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { trustedPlace } from '../threads/trusted-place.ts'

/**
 * Suggestions are tried where a person lets them be: the command in throw-away copies of its repository, one at a time,
 * beside everything else. What it showed is kept until the command, its script or HEAD is another.
 */
export interface Trials {
  /** With what is known now, and the tier by it. What is not known yet is tried in the background. */
  shown(suggestion: SuggestionView): Promise<SuggestionView>
  /** The same, once it was tried. */
  over(suggestion: SuggestionView): Promise<SuggestionView>
  /** Nothing is tried any more; resolves when what ran is gone. */
  stop(): Promise<void>
}

interface TrialParts {
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'repositories' | 'backtests' | 'log'>
  readonly store: Pick<Store, 'threads' | 'permissions' | 'backtests' | 'meta'>
  readonly pulse: Pick<Pulse, 'power' | 'mode'>
}

/** By which what is tried is found again after a crash; '': nothing is. */
export const TRIAL_MARKER = 'trial_marker'
/** What could not be tried may be so later, with nothing changed that is looked at. */
const AGAIN_MS = DAY

/** What is to be tried; a sentence: why it is not. */
interface Wanted {
  readonly thread: Thread
  readonly command: string
  readonly print: string
}

export function createTrials(parts: TrialParts): Trials {
  const { ports, store, pulse } = parts
  const inTurn = atATime(1)
  const ending = new AbortController()
  const running = new Map<string, Promise<void>>()

  function begin(wanted: Wanted, pattern: string): Promise<void> {
    const key = `${wanted.thread.id} ${pattern} ${wanted.print}`
    const known = running.get(key)
    if (known !== undefined) return known
    const trial = inTurn(() => tryIt(wanted, pattern)).finally(() => running.delete(key))
    running.set(key, trial)
    return trial
  }

  async function tryIt({ thread, command, print }: Wanted, pattern: string): Promise<void> {
    const mayRun = async (): Promise<boolean> =>
      !ending.signal.aborted &&
      isAllowed(parts, thread) &&
      (await trustedPlace({ ports, store }, thread)).is === 'trusted'
    if (!(await mayRun())) return
    const marker = ports.ids<string>('run')
    store.meta.set(TRIAL_MARKER, marker)
    const { repoPath } = thread
    const done = await ports.backtests.run({ repoPath, command, marker, mayRun }, ending.signal)
    if (ending.signal.aborted) return
    store.meta.set(TRIAL_MARKER, '')
    const result = done.ok
      ? { backtest: done.value, problem: '' }
      : { backtest: null, problem: done.error.message }
    store.backtests.keep({ threadId: thread.id, pattern, print, at: ports.clock.now(), ...result })
    ports.log('info', 'suggestion.tried', {
      threadId: thread.id,
      pattern,
      ...(done.ok ? { commits: done.value.tried.length } : { problem: done.error.message }),
    })
  }

  async function lookUp(suggestion: SuggestionView, waits: 'wait' | 'look'): Promise<SuggestionView> {
    const { pattern, threadId } = suggestion
    const wanted = await wantedFor(parts, suggestion)
    if (wanted === null) return suggestion
    if (typeof wanted === 'string') return { ...suggestion, trial: { state: 'held', text: wanted } }
    const fresh = (): KeptBacktest | null => freshOf(store.backtests.get(threadId, pattern), wanted, ports)
    if (fresh() === null) {
      const { policy, because } = pulse.power()
      if (policy !== 'run') return { ...suggestion, trial: { state: 'held', text: heldText(because) } }
      if (waits === 'wait') await begin(wanted, pattern)
      else if (pulse.mode() === 'schedule') void begin(wanted, pattern).catch(noteBug)
    }
    const kept = fresh()
    return kept === null ? { ...suggestion, trial: WAITING } : withTrial(suggestion, kept)
  }

  const noteBug = (error: unknown): void =>
    ports.log('error', 'bug.caught', { where: 'trial', message: String(error) })

  return {
    shown: (suggestion) => lookUp(suggestion, 'look'),
    over: (suggestion) => lookUp(suggestion, 'wait'),
    async stop() {
      ending.abort()
      await Promise.allSettled(running.values())
    },
  }
}

const WAITING: TrialView = { state: 'waits', text: 'Not tried yet' }
const heldText = (because: string | null): string => `Not tried now. ${because ?? ''}`.trim()

function freshOf(
  kept: KeptBacktest | null,
  { print }: Wanted,
  { clock }: TrialParts['ports'],
): KeptBacktest | null {
  if (kept === null || kept.print !== print) return null
  const holds = kept.backtest !== null && isTelling(kept.backtest)
  return holds || Math.abs(clock.now() - kept.at) < AGAIN_MS ? kept : null
}

function withTrial(suggestion: SuggestionView, { backtest, problem }: KeptBacktest): SuggestionView {
  const { tier } = suggestion
  if (backtest === null)
    return { ...suggestion, trial: { state: 'over', text: `Could not be tried here: ${problem}` } }
  return {
    ...suggestion,
    tier: tierByTrial(backtest, tier),
    trial: { state: 'over', text: trialText(backtest, tier) },
  }
}

const isAllowed = ({ store }: TrialParts, { id }: Thread): boolean =>
  store.threads.get(id)?.trustedAt != null && store.backtests.allowed().has(id)

/** null: nobody lets it be tried. A sentence: why it is not although somebody does. */
async function wantedFor(parts: TrialParts, suggestion: SuggestionView): Promise<Wanted | string | null> {
  const { ports, store } = parts
  const { threadId, pattern, tier, text } = suggestion
  const thread = store.threads.get(threadId)
  if (thread === null || !isAllowed(parts, thread)) return null
  if (commandOf(text) === null) return null
  const [request] = await ports.repositories.listCommands(thread.repoPath, [{ key: pattern, tier, text }])
  if (request === undefined) return 'Not tried: its program is not on this machine'
  const command = request.text
  if (!isScriptName(command))
    return 'Not tried: only scripts of its repository are, by their whole names, such as `npm run lint`'
  if (!(await isApprovedAtSource(parts, suggestion, command)))
    return `Not tried: \`${command}\` is approved in none of the repositories that have it`
  const state = await ports.repositories.gitState(thread.repoPath)
  if (!state.ok) return `Not tried: ${state.error.message}`
  return { thread, command, print: `${request.hash} ${state.value.head ?? ''}` }
}

/** The very command, with its script as it was approved there. */
async function isApprovedAtSource(
  { ports, store }: TrialParts,
  { sources }: SuggestionView,
  command: string,
): Promise<boolean> {
  const numbers = new Map(store.threads.list().map((thread) => [thread.number, thread]))
  for (const { number, tier, text } of sources) {
    const source = numbers.get(number)
    if (source === undefined || source.trustedAt === null) continue
    const requests = await ports.repositories.listCommands(source.repoPath, [{ key: text, tier, text }])
    const approvals = store.permissions.approvals(source.id)
    if (requests.some(({ text: of, hash }) => plain(of) === plain(command) && approvals.has(hash)))
      return true
  }
  return false
}

/** `npm test` is short for `npm run test`. */
const plain = (command: string): string => command.replace(/^(npm|pnpm|yarn|bun) (?:t|test)$/, '$1 run test')
