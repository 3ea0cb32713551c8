import type { RunId } from '../../base/ids.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../../base/time.ts'
import { DEFAULT_INTERVAL_MS } from '../../schedule/schedule.ts'
import { DEFAULT_CAPS } from '../../settings/settings.ts'
import type { RunnerRest, Snapshot, SpendView } from '../snapshot.ts'
import { snapshotOf } from './sample-fleet.ts'
import { git, sampleCli, waiting } from './sample-thread.ts'

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
          workForAgent: 0,
          linesForAgent: 0,
          unread: [],
          suspects: { lines: [], more: 0 },
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
