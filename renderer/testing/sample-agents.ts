import type { PermissionView, RunnerTest, RunnerView, SpendReport } from '../../shared/contract/agents.ts'
import type { SessionView } from '../../shared/contract/conversation.ts'
import type { ConversationEntry } from '../../shared/runs/conversation-entry.ts'
import { CLI_NAMES, type AgentConfig } from '../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../shared/agents/agent-turn.ts'
import type { RunId } from '../../shared/base/ids.ts'
import type { Attachment, RunDetail } from '../../shared/runs/run.ts'
import { modelOf, PRESETS, profileOf } from '../../shared/agents/presets.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { DAY, MINUTE } from '../../shared/base/time.ts'

/** What pages would fetch about pretend agents. */

const FOUND: Record<string, Partial<RunnerView>> = {
  claude: {
    program: '/home/ada/.local/bin/claude',
    how: 'login shell',
    version: '2.1.44',
    signedIn: 'yes',
    account: 'ada@example.com',
  },
  codex: { program: '/usr/local/bin/codex', how: 'path', version: '0.98.0', signedIn: 'no' },
}
export const sampleRunners = (threads: readonly ThreadView[]): RunnerView[] =>
  CLI_NAMES.map((cli) => ({
    cli,
    name: PRESETS[cli].name,
    program: null,
    how: null,
    version: null,
    signedIn: 'unknown',
    account: null,
    looked: ['the PATH of your login shell', ...PRESETS[cli].folders.slice(0, 5).map((f) => `~/${f}`)],
    install: PRESETS[cli].install,
    signIn: PRESETS[cli].signIn,
    models: PRESETS[cli].models,
    efforts: PRESETS[cli].efforts,
    resumes: true,
    billing: 'plan',
    threads: threads.filter((t) => t.agent.kind === 'cli' && t.agent.cli === cli).length,
    ...FOUND[cli],
  }))

const sampleTurn = (more: Partial<AgentTurn> = {}): AgentTurn => ({
  sessionId: '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
  model: 'claude-haiku-4-5',
  usage: { input: 3120, cached: 41_250, output: 842 },
  costUsd: 0.0131,
  totals: null,
  calls: [
    { name: 'Read', input: 'HEARTBEAT.md', kind: 'read', exitCode: null, ok: true },
    { name: 'Bash', input: 'git status --porcelain=v2 --branch', kind: 'command', exitCode: 0, ok: true },
    {
      name: 'Bash',
      input: 'git fetch origin && git log --oneline HEAD..origin/main',
      kind: 'command',
      exitCode: 0,
      ok: true,
    },
    { name: 'Bash', input: 'npm test', kind: 'command', exitCode: null, ok: false },
    {
      name: 'mcp__threadbeat__report',
      input:
        '{"status":"attention","tasks":[{"key":"git-status","outcome":"finding","evidence":"3 files differ"}]}',
      kind: 'own',
      exitCode: null,
      ok: true,
    },
  ],
  callCount: 5,
  refusals: [
    { rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true },
    { rule: 'Bash(gh pr checks --watch)', label: 'run `gh pr checks --watch`', allowable: true },
  ],
  resetsAt: null,
  malformedLines: 0,
  toolsReached: true,
  ...more,
})

export const sampleTest = (agent: AgentConfig): RunnerTest =>
  agent.kind === 'cli' && agent.cli === 'codex'
    ? {
        ok: false,
        fault: { code: 'agent.needs_login', message: 'codex says: Not logged in. Run codex login.' },
        text: '',
        exitCode: 1,
        durationMs: 812,
        turn: null,
        output: '{"type":"error","message":"Not logged in. Run codex login."}\n',
      }
    : {
        ok: true,
        fault: null,
        text: 'Ready. I can see this folder and I changed nothing.',
        exitCode: 0,
        durationMs: 3412,
        turn: sampleTurn({ calls: [], callCount: 0, refusals: [], malformedLines: 1 }),
        output:
          '{"type":"system","subtype":"init","session_id":"7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11"}\nwarning: update available\n{"type":"result","result":"Ready. I can see this folder and I changed nothing."}\n',
      }

export function sampleSpendReport(
  fleet: FleetView,
  threads: readonly ThreadView[],
  now: number,
): SpendReport {
  const { spend, settings } = fleet
  const use = { starts: spend.starts, usd: spend.usd, tokens: spend.tokens }
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const working = threads.filter((t) => t.agent.kind !== 'local')
  return {
    today: spend,
    caps: settings.caps.map((cap) => ({
      cap,
      used: cap.scope === 'fleet' ? use[cap.unit] * (cap.period === 'month' ? 9 : 1) : use[cap.unit] / 4,
    })),
    byThread:
      spend.starts === 0
        ? []
        : working.map((t, i) => ({
            threadId: t.id,
            name: t.name,
            starts: 12 - i * 2,
            saved: 40 - i * 7,
            tokens: 482_300 - i * 91_000,
            usd: i === 1 ? 1.68 : 0,
          })),
    byDay:
      spend.starts === 0
        ? []
        : Array.from({ length: 14 }, (_, i) => {
            const isToday = i === 13
            const isOff = i === 5
            const past = isOff
              ? { starts: 0, saved: 0 }
              : { starts: 18 + ((i * 37) % 29), saved: 90 + ((i * 53) % 80) }
            const starts = isToday ? spend.starts : past.starts
            return {
              at: midnight - (13 - i) * DAY,
              starts,
              saved: isToday ? spend.startsSaved : past.saved,
              tokens: starts * 41_200,
              usd: isToday ? spend.usd : starts * 0.041,
            }
          }),
  }
}

export const samplePermissions = (t: ThreadView, now: number): PermissionView[] =>
  t.permissionsWanted === 0 && t.name !== 'checkout-web'
    ? []
    : [
        ...sampleTurn().refusals.map(
          (r): PermissionView => ({
            ...r,
            decision: 'asked',
            askedAt: now - 5 * MINUTE,
            runId: `run_${t.number}_1` as RunId,
          }),
        ),
        {
          rule: 'Bash(git fetch:*)',
          label: 'run `git fetch` with any arguments',
          allowable: true,
          decision: 'always',
          askedAt: now - 3 * DAY,
          runId: null,
        },
        {
          rule: 'Bash(rm:*)',
          label: 'run `rm` with any arguments',
          allowable: true,
          decision: 'never',
          askedAt: now - 4 * DAY,
          runId: null,
        },
      ]

export const sampleSession = (t: ThreadView, now: number): SessionView | null =>
  t.session === 'oneshot' || t.agent.kind !== 'cli'
    ? null
    : {
        id: '7f3c9a52',
        runner: PRESETS[t.agent.cli].name,
        lastActivityAt: now - 40 * MINUTE,
        expiresAt: now + DAY - 40 * MINUTE,
      }

const TWO_PAGES =
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAACMCAIAAADN17N/AAAB00lEQVR42u3SoQ2AMBRFUTxrsFMXQeIZgYmYBEtAgAfxNaoJaZtz8yZ4Od2QVrNm1rnAgDYD2gxoM6ANaDOgzYA2A9oMaAPaDGgzoM2ANgPagDYD2gxoM6DNgDagzaoD/UgNBbSAloCWgJaAFtAS0BLQEtAS0AJaAloCWgJaAlpAS0BLQEtlgZ7mxWKZT/ZjshjQQAMNNNBAAw000EADDTTQQAMNNNBAAw000EADDTTQQAMN9L+g9/OyWOaT231YDGiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEG2oAGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBNqCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBNqCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooKsFLRUV0AJaAloCWgJaQEtAS0BLQEtAC2gJaAloCWgJaAEtAS0BLQEtffYCrMpj6j8JaH4AAAAASUVORK5CYII='
export const samplePicture = { mime: 'image/png', base64: TWO_PAGES }
const sampleAttachments: Attachment[] = [
  {
    name: 'checkout-before-after.png',
    path: 'artifacts/checkout-before-after.png',
    bytes: 48_213,
    mime: 'image/png',
  },
  { name: 'test-report.html', path: 'artifacts/test-report.html', bytes: 8120, mime: 'text/html' },
]

export const SAMPLE_REPLY = [
  'The working tree has **3 changed files**, and `origin/main` is two commits ahead.',
  '',
  '1. `src/rank.ts` and `src/score.ts` were changed on both sides.',
  '2. I could not run the tests: `npm test` was refused.',
  '',
  '```',
  'CONFLICT (content): Merge conflict in src/rank.ts',
  '```',
  '',
  'More in [the pull request](https://github.com/example/checkout/pull/41).',
].join('\n')

/** Oldest first. */
export function sampleConversation(t: ThreadView, now: number): ConversationEntry[] {
  if (t.agent.kind !== 'cli') return []
  const entry = (id: number, minutesAgo: number, more: Partial<ConversationEntry>): ConversationEntry => ({
    id: `run_${t.number}_${id}`,
    kind: 'message',
    at: now - minutesAgo * MINUTE,
    from: 'user',
    fromName: 'You',
    text: '',
    state: 'answered',
    hold: null,
    reply: null,
    repliedAt: null,
    runId: `run_${t.number}_${id}` as RunId,
    outcome: 'quiet',
    summary: null,
    attachments: [],
    ...more,
  })
  const older = Array.from({ length: 34 }, (_, i) =>
    entry(90 - i, 60 * 24 * 3 - i * 70, {
      text: `Question ${i + 1}: is the build of last night still green?`,
      reply: 'Yes: the last run of main passed.',
      repliedAt: now - (60 * 24 * 3 - i * 70 - 1) * MINUTE,
    }),
  )
  return [
    ...older,
    entry(12, 190, {
      text: 'Please compare the checkout page before and after the new tax rules.\nA picture would help.',
      reply: SAMPLE_REPLY,
      repliedAt: now - 186 * MINUTE,
      attachments: sampleAttachments,
    }),
    entry(9, 120, {
      kind: 'report',
      from: 'agent',
      fromName: 'Claude Code',
      state: 'reported',
      outcome: 'alert',
      text: 'feat/rank conflicts with main in 2 files\nsrc/rank.ts and src/score.ts were changed on both sides.',
      summary: 'feat/rank conflicts with main in 2 files',
    }),
    entry(7, 80, {
      from: '7',
      fromName: 'docs-site',
      text: 'The API reference now builds against checkout 4.2; please keep `/v1/cart` until Friday.',
      reply: 'Noted in HEARTBEAT.md under Notes.',
      repliedAt: now - 79 * MINUTE,
    }),
    entry(5, 46, {
      text: 'Rebase feat/rank onto main.',
      state: 'interrupted',
      outcome: 'interrupted',
      summary: 'The app ended during this run.',
    }),
    ...t.waiting
      .filter((w) => w.kind === 'message')
      .map((w) =>
        entry(0, 0, {
          id: w.itemId,
          at: w.since,
          text: w.text ?? '',
          state: 'waiting',
          hold: w.hold,
          runId: null,
          outcome: null,
        }),
      ),
  ]
}

/** What an agent's run has beyond a run of local checks. */
export function sampleAgentParts(
  t: ThreadView,
  run: Pick<RunDetail, 'outcome' | 'id'>,
  isNewest: boolean,
): Partial<RunDetail> {
  if (t.agent.kind !== 'cli') return {}
  const isBlocked = run.outcome === 'blocked'
  const isOver = run.outcome !== null && (run.outcome === 'quiet' || run.outcome === 'alert' || isBlocked)
  return {
    turn:
      run.outcome === 'unchanged' || run.outcome === 'skipped'
        ? null
        : sampleTurn({ ...(!isBlocked && { refusals: [] }), malformedLines: isNewest && isBlocked ? 2 : 0 }),
    reply: isOver ? SAMPLE_REPLY : '',
    model: modelOf(t.agent, 'hourly'),
    effort: 'low',
    profile: profileOf(t.agent, 'hourly', Date.now()),
    billing: t.agent.billing ?? 'plan',
    report: isBlocked
      ? {
          status: 'attention',
          tasks: [
            { key: 'git-status', outcome: 'finding', evidence: '3 files differ: 2 changed, 1 untracked.' },
          ],
          alerts: [
            {
              key: 'conflict',
              severity: 'warning',
              text: 'feat/rank conflicts with main in 2 files',
              state: 'open',
            },
          ],
          attachments: [],
        }
      : null,
    touched: isBlocked
      ? 'diff --git a/src/rank.ts b/src/rank.ts\n@@ -1,3 +1,3 @@\n export const rank = (a: number) ' +
        '=>\n-  a * 2\n+  a * 3\n'
      : null,
    resume: isOver
      ? {
          argv: [PRESETS[t.agent.cli].program, '--resume', '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11'],
          folder: t.repoPath,
        }
      : null,
    attachments: isBlocked ? sampleAttachments : [],
    ...((run.outcome === 'skipped' || run.outcome === 'unchanged') && { tasks: [] }),
    prompt:
      `HEARTBEAT tier=hourly thread=${t.number}\n\nWork through the due tasks below. Report with the ` +
      `tool \`report\`…`,
    output: isOver ? '{"type":"system","subtype":"init"}\n{"type":"result","subtype":"success"}\n' : '',
  }
}
