import type { Alert } from '../../alerts/alert.ts'
import {
  agentConfigSchema,
  LOCAL_CHECKS,
  type AgentConfig,
  type CliConfig,
  type CliName,
} from '../../agents/agent-config.ts'
import type { AlertId, ItemId, RunId, ThreadId } from '../../base/ids.ts'
import { QUEUE_CLASSES } from '../../queue/queue.ts'
import type { RunOutcome } from '../../runs/run.ts'
import type { GitGlance } from '../../events/git-glance.ts'
import type { SkipReason } from '../../queue/skip-reason.ts'
import { DEFAULT_CAPS, DEFAULT_SETTINGS, type Settings } from '../../settings/settings.ts'
import { type FleetView, type RunnerRest, type Snapshot, type SpendView } from '../snapshot.ts'
import { type ThreadView, type WaitingView } from '../thread-view.ts'
import { STRIP_LENGTH, type Strip } from '../../runs/strip.ts'
import { stateOf } from '../thread-state.ts'
import { DEFAULT_INTERVAL_MS } from '../../schedule/schedule.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../../base/time.ts'
import { verdictOf } from '../verdict.ts'
import type { SlotFate } from '../../runs/outcome-words.ts'

/**
 * Pretend fleets for tests and for looking at pages: every state once, five hundred, and none. Nothing here
 * is random.
 */

export const sampleThreadId = (number: number): ThreadId => `thr_${number}` as ThreadId

/** One letter a slot, newest last; shorter texts are filled up with quiet ones from the left. */
const LETTER: Record<string, SlotFate> = {
  '.': 'quiet',
  u: 'unchanged',
  s: 'skipped',
  a: 'alert',
  n: 'unproven',
  U: 'urgent',
  B: 'broken',
  b: 'blocked',
  m: 'missed',
  x: 'stopped',
  i: 'interrupted',
  M: 'merged',
  w: 'waiting',
  r: 'running',
}
export function sampleStrip(
  letters: string,
  lastAt: Instant,
  intervalMs: number,
  length = STRIP_LENGTH,
): Strip {
  const outcome = [...letters.padStart(length, '.')].map((l) => LETTER[l] ?? 'quiet')
  return { at: outcome.map((_, i) => lastAt - (outcome.length - 1 - i) * intervalMs), outcome }
}

const git = (
  branch: string | null,
  changed = 0,
  ahead = 0,
  behind = 0,
  operation: GitGlance['operation'] = null,
): GitGlance => ({ branch, changed, ahead, behind, operation })

export const sampleCli = (cli: CliName, more: Partial<CliConfig> = {}): AgentConfig =>
  agentConfigSchema.parse({ kind: 'cli', cli, ...more })

interface Draft extends Partial<Omit<ThreadView, 'strip' | 'state' | 'because' | 'last'>> {
  name: string
  letters?: string
  lastOutcome?: RunOutcome | null
  skipReason?: SkipReason
  summary?: string
  lastAgoMs?: number
  alerts?: readonly Pick<Alert, 'severity' | 'text' | 'key' | 'seen'>[]
  alertAgoMs?: number
  lateBecause?: string
}

function sampleThread(number: number, draft: Draft, now: Instant): { thread: ThreadView; alerts: Alert[] } {
  const id = sampleThreadId(number)
  const intervalMs = draft.intervalMs ?? DEFAULT_INTERVAL_MS
  const lastAt = now - (draft.lastAgoMs ?? ((number * 67) % 420) * SECOND)
  const outcome = draft.lastOutcome === undefined ? 'quiet' : draft.lastOutcome
  const alerts = (draft.alerts ?? []).map(
    (a, i): Alert => ({
      ...a,
      id: `alt_${number}_${i}` as AlertId,
      threadId: id,
      runId: `run_${number}_1` as RunId,
      fingerprint: `${number}:${i}`,
      raisedAt: now - (draft.alertAgoMs ?? 22 * MINUTE),
      lastSeenAt: lastAt,
      deliveredAt: lastAt,
      suppressedBy: null,
      acknowledgedAt: null,
      note: null,
      handedOverAt: null,
      resolvedBy: null,
      snoozedUntil: null,
      resolvedAt: null,
    }),
  )
  const tier = (agoMs: number, periodMs: number, tasks: number): ThreadView['tiers']['quick'] => ({
    lastDoneAt: now - agoMs,
    dueAt: now - agoMs + periodMs,
    tasks,
    snoozedUntil: null,
  })
  const isNew = outcome === null
  const letters = draft.letters ?? ''
  const facts = {
    id,
    number,
    name: draft.name,
    repoPath: draft.repoPath ?? `~/src/${draft.name}`,
    role: draft.role ?? 'worker',
    agent: draft.agent ?? LOCAL_CHECKS,
    intervalMs,
    session: draft.session ?? 'oneshot',
    gate: draft.gate ?? 'changes',
    permissionsWanted: draft.permissionsWanted ?? 0,
    bypassUntil: draft.bypassUntil ?? null,
    activeHours: draft.activeHours ?? null,
    dailyAt: draft.dailyAt ?? null,
    pause: draft.pause ?? null,
    trusted: draft.trusted ?? true,
    tiers: draft.tiers ?? {
      quick: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 2, snoozedUntil: null }
        : tier(now - lastAt, 0, 2),
      hourly: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 3, snoozedUntil: null }
        : tier(((number * 13) % 58) * MINUTE, HOUR, 3),
      daily: isNew
        ? { lastDoneAt: null, dueAt: null, tasks: 4, snoozedUntil: null }
        : tier(((number * 5) % 23) * HOUR, 24 * HOUR, 4),
    },
    nextDueAt: draft.nextDueAt === undefined ? lastAt + intervalMs : draft.nextDueAt,
    lateMs: draft.lateMs ?? 0,
    last:
      outcome === null
        ? null
        : {
            runId: `run_${number}_1` as RunId,
            outcome,
            summary: draft.summary ?? '2 of 2 checks passed.',
            finishedAt: lastAt,
            durationMs: 2100 + number * 130,
            tiers: ['quick'] as const,
            skipReason: draft.skipReason ?? null,
          },
    running: draft.running ?? null,
    waiting: draft.waiting ?? [],
    doc:
      draft.doc === undefined
        ? {
            flags: [],
            tasks: { quick: 2, hourly: 3, daily: 4 },
            problems: 0,
            exists: true,
            tracked: false,
            pendingWork: 0,
          }
        : draft.doc,
    git: draft.git === undefined ? git('main') : draft.git,
    failures: draft.failures ?? 0,
    openAlerts: alerts.length,
    acknowledgedAlerts: draft.acknowledgedAlerts ?? 0,
    known: draft.known ?? false,
    approvalsWanted: draft.approvalsWanted ?? 0,
    tasksForAgent: draft.tasksForAgent ?? 1,
    scheduleProblem: draft.scheduleProblem ?? null,
    events: draft.events ?? 0,
    sources: draft.sources ?? {},
    delivery: draft.delivery ?? {},
    indicator: draft.indicator ?? true,
    config: draft.config ?? null,
    dormantSince: draft.dormantSince ?? null,
    effectiveIntervalMs: draft.effectiveIntervalMs ?? intervalMs,
    jobs: draft.jobs ?? 0,
    tags: draft.tags ?? [],
    pinned: draft.pinned ?? false,
    mutedUntil: draft.mutedUntil ?? null,
    strip: isNew
      ? { at: [], outcome: [] }
      : sampleStrip(letters, draft.running === undefined ? lastAt : draft.running!.startedAt, intervalMs),
  } satisfies Omit<ThreadView, 'state' | 'because'>
  const worst = alerts.some((a) => a.severity === 'urgent') ? 'urgent' : (alerts[0]?.severity ?? null)
  return {
    thread: {
      ...facts,
      ...stateOf({
        trusted: facts.trusted,
        off: intervalMs === 0,
        pause: facts.pause,
        running: facts.running !== null,
        waiting: facts.waiting.length > 0,
        worstAlert: worst,
        alertText: alerts[0]?.text ?? null,
        last: facts.last,
        permissionsWanted: facts.permissionsWanted,
        lateMs: facts.lateMs,
        lateBecause: draft.lateBecause ?? null,
        scheduleProblem: facts.scheduleProblem,
        approvalsWanted: facts.approvalsWanted,
        failures: facts.failures,
      }),
    },
    alerts,
  }
}

const waiting = (number: number, since: Instant, more: Partial<WaitingView> = {}): WaitingView => ({
  itemId: `itm_${number}` as ItemId,
  threadId: sampleThreadId(number),
  kind: 'heartbeat',
  class: 'hourly',
  reasons: ['interval'],
  text: null,
  since,
  mergedSlots: 0,
  hold: 'heartbeat_slots_used',
  notBefore: since,
  place: 1,
  from: null,
  jobName: null,
  ...more,
})

/** Numbered by class, then age: close enough to the order of service for a pretend fleet. */
function withPlaces(threads: readonly ThreadView[]): ThreadView[] {
  const order = threads
    .flatMap((t) => t.waiting)
    .sort((a, b) => QUEUE_CLASSES.indexOf(a.class) - QUEUE_CLASSES.indexOf(b.class) || a.since - b.since)
  return threads.map((t) =>
    t.waiting.length === 0
      ? t
      : { ...t, waiting: t.waiting.map((w) => ({ ...w, place: order.indexOf(w) + 1 })) },
  )
}

const NOTHING_SPENT: SpendView = {
  starts: 0,
  startsSaved: 0,
  tokens: 0,
  usd: 0,
  planUsd: 0,
  tomorrow: null,
  near: [],
}
const [FLEET_MONEY] = DEFAULT_CAPS
const sampleSpend: SpendView = {
  starts: 31,
  startsSaved: 148,
  tokens: 1_284_600,
  usd: 1.68,
  planUsd: 0.84,
  tomorrow: { starts: 44, usd: 2.35 },
  near: [{ cap: FLEET_MONEY!, used: 1.68 }],
}
const sampleRest = (now: Instant): RunnerRest => ({
  key: 'copilot',
  name: 'GitHub Copilot',
  cause: 'missing',
  since: now - 25 * MINUTE,
  until: now + 95 * MINUTE,
  told: false,
  message: 'copilot is neither on PATH nor in the known folders.',
  threads: 1,
})

export function fleetOf(
  threads: readonly ThreadView[],
  alerts: readonly Alert[],
  now: Instant,
  more: Partial<FleetView> = {},
): FleetView {
  const pause = more.pause ?? null
  const next = threads.flatMap((t) =>
    t.nextDueAt !== null && t.nextDueAt > now && t.pause === null && t.trusted ? [t.nextDueAt] : [],
  )
  return {
    at: now,
    engine: pause === null ? 'running' : 'paused',
    pause,
    verdict: verdictOf(threads, pause, more.engine === 'halted'),
    running: threads.filter((t) => t.running !== null).length,
    limits: { runs: 2, heartbeats: 1 },
    waiting: threads.reduce((n, t) => n + t.waiting.length, 0),
    nextDueAt: next.length === 0 ? null : Math.min(...next),
    nextJobAt: threads.some((t) => t.jobs > 0) ? now + 42 * MINUTE : null,
    watch: {
      lookedAt: now - 40 * SECOND,
      ok: true,
      text: 'Every thread and job that is on has a due time ahead.',
    },
    power: { onBattery: false, metered: false, policy: 'run', because: null },
    doNotDisturb: null,
    lastTickAt: now - 8 * SECOND,
    alerts,
    inbox: { open: alerts.length, snoozed: 0, acknowledged: 0, nextWakeAt: null },
    incidents: [],
    quietUntil: null,
    openAlerts: alerts.length,
    resting: [],
    spend: NOTHING_SPENT,
    today: { beats: 212, agentStarts: 31, byOutcome: { quiet: 198, alert: 9, broken: 3, missed: 2 } },
    stretch: null,
    settings: DEFAULT_SETTINGS as Settings,
    problems: [],
    dataDir: '~/.local/share/threadbeat',
    demo: false,
    ...more,
  }
}

function snapshotOf(drafts: readonly Draft[], now: Instant, more: Partial<FleetView> = {}): Snapshot {
  const made = drafts.map((draft, i) => sampleThread(i + 2, draft, now))
  const threads = withPlaces(made.map((m) => m.thread))
  const rank = { urgent: 0, warning: 1, notice: 2 }
  const alerts = made
    .flatMap((m) => m.alerts)
    .sort((a, b) => rank[a.severity] - rank[b.severity] || b.raisedAt - a.raisedAt)
  return { fleet: fleetOf(threads, alerts, now, more), threads }
}

/** Every state at least once. */
export const sampleSnapshot = (now: Instant): Snapshot =>
  snapshotOf(
    [
      {
        name: 'payments-api',
        letters: 'a.............UUU',
        lastOutcome: 'urgent',
        git: git('main', 3, 0, 2),
        lastAgoMs: MINUTE,
        alerts: [
          {
            severity: 'urgent',
            key: null,
            seen: 3,
            text:
              'main is red since a1b2c3d: migration test fails on Postgres 16\nTwo deploys are waiting ' +
              'behind it. First failing run started 09:19.',
          },
        ],
        events: 3,
        jobs: 2,
        waiting: [
          waiting(2, now - 40 * SECOND, {
            kind: 'message',
            class: 'message',
            reasons: [],
            text: 'Which two deploys are waiting, and can they go out without the migration?',
            from: 'user',
            hold: 'no_agent',
          }),
        ],
        doc: {
          flags: ['main red since a1b2c3d'],
          tasks: { quick: 4, hourly: 6, daily: 6 },
          problems: 1,
          exists: true,
          tracked: false,
          pendingWork: 0,
        },
      },
      {
        name: 'web-shop',
        letters: 'BBB',
        lastOutcome: 'broken',
        failures: 3,
        summary: 'The run took too long: no answer within 90 s',
        git: git('dev'),
        lastAgoMs: 4 * MINUTE,
        agent: { kind: 'command', argv: ['claude', '-p'], env: {} },
        waiting: [
          waiting(3, now - 4 * MINUTE, {
            class: 'quick',
            reasons: ['interval'],
            hold: 'not_before',
            notBefore: now + 6 * MINUTE,
          }),
        ],
      },
      {
        name: 'search-svc',
        letters: 'aa........sa',
        lastOutcome: 'alert',
        git: git('feat/rank', 0, 4, 0),
        lastAgoMs: 6 * MINUTE,
        alertAgoMs: 6 * MINUTE,
        alerts: [
          {
            severity: 'warning',
            key: 'hourly:conflicts',
            seen: 1,
            text: 'feat/rank conflicts with main in 2 files\nsrc/rank.ts and src/score.ts were changed on both sides.',
          },
        ],
        jobs: 1,
        waiting: [
          waiting(4, now - 90 * SECOND, {
            class: 'wake',
            reasons: ['git', 'hook', 'command', 'interval'],
            mergedSlots: 1,
          }),
        ],
      },
      {
        name: 'ml-pipeline',
        letters: 'b',
        lastOutcome: 'blocked',
        approvalsWanted: 3,
        git: git('main', 12),
        summary: '3 commands wait for approval.',
      },
      { name: 'vendor-fork', trusted: false, lastOutcome: null, git: null, doc: null, nextDueAt: null },
      {
        name: 'docs-site',
        letters: 'mmmm.......mm.',
        lateMs: 6 * HOUR,
        lateBecause: 'computer was asleep',
        git: git('main'),
      },
      {
        name: 'auth-lib',
        agent: sampleCli('claude'),
        letters: 'u............r',
        git: git('main', 0, 1, 0),
        running: {
          runId: 'run_running' as RunId,
          kind: 'heartbeat',
          tiers: ['quick', 'hourly'],
          startedAt: now - 14 * SECOND,
          typicalMs: 40 * SECOND,
          progress: { done: 2, total: 5, current: 'Run `git fetch origin`; look for upstream changes' },
        },
        lastAgoMs: 9 * MINUTE,
        events: 2,
        jobs: 3,
        waiting: [
          waiting(8, now - 3 * MINUTE, {
            kind: 'job',
            class: 'wake',
            reasons: ['job'],
            jobName: 'Reflect weekly',
            hold: 'thread_busy',
          }),
        ],
      },
      {
        name: 'infra',
        config: {
          file: 'HEARTBEAT.json',
          values: { intervalMs: DEFAULT_INTERVAL_MS, showOk: true },
          problems: [
            'HEARTBEAT.json: “command” does not count: what is executed is set in Threadbeat alone.',
          ],
        },
        repoPath: '~/ops/infra',
        letters: 'uuuuuu.uuuu',
        waiting: [waiting(9, now - 20 * SECOND)],
        lastAgoMs: 8 * MINUTE,
      },
      { name: 'mobile-app', letters: '........uus', git: git('release/4.2', 0, 0, 0) },
      { name: 'design-tokens', letters: 'x...i...', git: git('main', 1) },
      {
        name: 'legacy-billing',
        dormantSince: now - 30 * 24 * HOUR,
        effectiveIntervalMs: 24 * HOUR,
        repoPath: '~/old/legacy-billing',
        letters: 'ssssssssssssss',
        pause: { reason: 'frozen until the move', until: now + 40 * HOUR, by: 'person' },
        git: git('main'),
        lastAgoMs: 30 * HOUR,
      },
      { name: 'new-service', lastOutcome: null, git: git(null), nextDueAt: now + 3 * MINUTE },
      {
        name: 'scratch',
        intervalMs: 0,
        nextDueAt: null,
        letters: '',
        git: git('wip', 7, 0, 0, 'rebase'),
        lastAgoMs: 50 * HOUR,
      },
      {
        name: 'notes',
        letters: '............n',
        lastOutcome: 'unproven',
        summary: 'The reply says all is well, but `npm test` left no trace.',
        git: git('main'),
      },
      {
        name: 'checkout-web',
        agent: sampleCli('claude', { billing: 'api' }),
        session: 'resume',
        letters: 'uuuu.uuub',
        lastOutcome: 'blocked',
        permissionsWanted: 2,
        git: git('main', 1),
        summary: '2 tool calls were refused: run `npm test`, run `gh pr checks --watch`.',
        lastAgoMs: 5 * MINUTE,
        waiting: [],
      },
      {
        name: 'release-bot',
        agent: sampleCli('codex', { bypassUntil: now + 50 * MINUTE }),
        session: 'resume',
        gate: 'always',
        bypassUntil: now + 50 * MINUTE,
        letters: '........u',
        git: git('main'),
        lastAgoMs: 3 * MINUTE,
      },
      {
        name: 'price-feed',
        agent: sampleCli('claude', { billing: 'api' }),
        letters: '....uuu.s',
        lastOutcome: 'skipped',
        skipReason: 'over_budget',
        summary: 'Skipped: the thread’s budget of $0.50 a day is used up.',
        git: git('main'),
        lastAgoMs: 4 * MINUTE,
      },
      {
        name: 'data-etl',
        agent: sampleCli('copilot'),
        letters: '.....uuB.',
        git: git('main'),
        waiting: [waiting(19, now - 7 * MINUTE, { class: 'quick', hold: 'runner_resting' })],
        lastAgoMs: 15 * MINUTE,
      },
    ],
    now,
    { resting: [sampleRest(now)], spend: sampleSpend },
  )

const WORDS = [
  'atlas',
  'beacon',
  'cobalt',
  'delta',
  'ember',
  'fjord',
  'garnet',
  'harbor',
  'indigo',
  'juniper',
  'kestrel',
  'lumen',
  'mesa',
  'nimbus',
  'onyx',
  'pylon',
  'quartz',
  'raven',
  'sable',
  'tundra',
]
const ENDS = [
  'api',
  'web',
  'lib',
  'svc',
  'docs',
  'infra',
  'cli',
  'jobs',
  'sdk',
  'ui',
  'etl',
  'auth',
  'edge',
  'sync',
  'core',
  'mail',
  'maps',
  'pay',
  'shop',
  'test',
  'mono',
  'agent',
  'data',
  'kit',
  'hub',
]

/** A big, mostly healthy fleet. */
export const largeSnapshot = (now: Instant, count = 500): Snapshot =>
  snapshotOf(
    Array.from({ length: count }, (_, i): Draft => {
      const name = `${WORDS[i % WORDS.length]}-${ENDS[Math.floor(i / WORDS.length) % ENDS.length]}`
      if (i % 61 === 7)
        return {
          name,
          letters: '...aU',
          lastOutcome: 'urgent',
          alerts: [
            { severity: 'urgent', key: null, seen: 1 + (i % 4), text: `CI is red on main of ${name}` },
          ],
          alertAgoMs: (i % 50) * MINUTE,
        }
      if (i % 47 === 5)
        return {
          name,
          letters: 'aa..a',
          lastOutcome: 'alert',
          alerts: [
            {
              severity: 'warning',
              key: 'k',
              seen: 1,
              text: `${2 + (i % 5)} branches without commits for more than 7 days`,
            },
          ],
        }
      if (i % 53 === 3)
        return { name, letters: 'mm', lateMs: (1 + (i % 9)) * HOUR, lateBecause: 'waiting for a slot' }
      if (i % 97 === 11)
        return { name, letters: 'BB', lastOutcome: 'broken', failures: 2, summary: 'exit code 1.' }
      if (i % 71 === 13)
        return { name, letters: 'sss', pause: { reason: 'holiday', until: null, by: 'person' } }
      return {
        name,
        letters: '.'.repeat(i % 9) + 'u'.repeat(i % 7) + '.',
        git: git('main', i % 11 === 0 ? i % 5 : 0, 0, i % 17 === 0 ? 2 : 0),
      }
    }),
    now,
  )

export const emptySnapshot = (now: Instant): Snapshot => ({
  threads: [],
  fleet: fleetOf([], [], now, { today: { beats: 0, agentStarts: 0, byOutcome: {} } }),
})
