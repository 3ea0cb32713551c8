import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { BeatTicket } from '../../shared/contract/beats.ts'
import { contract } from '../../shared/contract/api.ts'
import { parse } from '../../shared/playbook/doc.ts'
import type { ItemId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { PermissionDecision } from '../../shared/agents/permission.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { LiveMessage } from '../../shared/views/live.ts'
import { fleetOf } from '../../shared/views/testing/sample-snapshot.ts'
import { SECOND } from '../../shared/base/time.ts'
import { runnerKey } from '../../shared/agents/presets.ts'
import { upTo, type Tier } from '../../shared/schedule/tier.ts'
import { alertHandlers } from './fake-alerts.ts'
import { dataHandlers } from './fake-data.ts'
import { docHandlers } from './fake-doc.ts'
import { historyHandlers, noteHandlers } from './fake-history.ts'
import { liveOutput } from './fake-output.ts'
import { wakeHandlers } from './fake-wakes.ts'
import {
  sampleConversation,
  samplePermissions,
  samplePicture,
  sampleRunners,
  sampleSession,
  sampleSpendReport,
  sampleTest,
} from './sample-agents.ts'
import { sampleApprovals, sampleDoc, sampleRuns, sampleSlots } from './sample-pages.ts'

/**
 * The contract in memory, for tests and previews: no engine, no repositories; beats take four seconds.
 * Never part of the product.
 */
export interface FakeHost {
  readonly openPort: () => MessagePort
  /** Every call, newest last: "threads.pause {…}". */
  readonly calls: string[]
  change(id: ThreadId, change: Partial<ThreadView>): void
  current(): Snapshot
  /** Ends every live stream, as a restart would. */
  dropLive(): void
}
export interface Options {
  /** What the system's folder dialog answers; absent: there is none. */
  readonly folders?: readonly string[]
  readonly theme?: 'system' | 'light' | 'dark'
  readonly bare?: boolean // no jobs yet
  readonly fails?: readonly string[] // methods that answer with a fault, such as "jobs.list"
}

export function fakeHost(first: Snapshot, options: Options = {}): FakeHost {
  let { fleet, threads } = first
  fleet = { ...fleet, settings: { ...fleet.settings, theme: options.theme ?? 'system' } }
  const listeners = new Set<(message: LiveMessage) => void>()
  const streams = new Set<() => void>()
  const calls: string[] = []
  const docs = new Map<ThreadId, string>()
  const leaving = new Map<ThreadId, ThreadView>()

  const push = (changed: ThreadView[] = [], removed: ThreadId[] = []): void => {
    threads = [
      ...threads.filter((t) => !removed.includes(t.id)).map((t) => changed.find((c) => c.id === t.id) ?? t),
      ...changed.filter((c) => !threads.some((t) => t.id === c.id)),
    ]
    fleet = {
      ...fleetOf(threads, fleet.alerts, Date.now(), {
        ...fleet,
        verdict: undefined as never,
        at: Date.now(),
        lastTickAt: Date.now() - 8 * SECOND,
      }),
      settings: fleet.settings,
    }
    fleet = {
      ...fleet,
      verdict: fleetOf(threads, fleet.alerts, fleet.at, { pause: fleet.pause }).verdict,
      running: threads.filter((t) => t.running !== null).length,
      waiting: threads.reduce((n, t) => n + t.waiting.length, 0),
    }
    for (const listener of listeners) listener({ kind: 'delta', fleet, changed, removed })
  }
  const find = (id: ThreadId): ThreadView => {
    const thread = threads.find((t) => t.id === id)
    if (thread === undefined) throw new ORPCError('NOT_FOUND', { message: `no thread ${id}` })
    return thread
  }
  const change = (id: ThreadId, with_: Partial<ThreadView>): void => push([{ ...find(id), ...with_ }])

  let counter = 0
  const nextPlace = (): number => threads.reduce((n, t) => n + t.waiting.length, 1)
  const beat = (id: ThreadId, tier: Tier = 'quick'): BeatTicket => {
    const thread = find(id)
    const itemId = `itm_fake_${++counter}` as ItemId
    if (thread.running !== null) return { itemId, runId: thread.running.runId, state: 'running' }
    const runId = `run_fake_${counter}` as RunId
    change(id, {
      waiting: [
        {
          itemId,
          threadId: id,
          kind: 'heartbeat',
          class: 'manual',
          reasons: ['manual'],
          text: null,
          since: Date.now(),
          mergedSlots: 0,
          hold: null,
          notBefore: Date.now(),
          place: nextPlace(),
          from: null,
          jobName: null,
        },
      ],
    })
    setTimeout(() => {
      const running = {
        runId,
        kind: 'heartbeat' as const,
        tiers: upTo(tier),
        startedAt: Date.now(),
        typicalMs: 4000,
        progress: { done: 0, total: 4, current: 'Run `git status`' },
      }
      change(id, {
        waiting: [],
        running,
        state: 'running',
        because: 'A beat is running.',
        strip: add(find(id), 'running'),
      })
      for (let done = 1; done < 4; done++)
        setTimeout(
          () => change(id, { running: { ...running, progress: { ...running.progress, done } } }),
          done * SECOND,
        )
      setTimeout(() => {
        const last = {
          runId,
          outcome: 'quiet' as const,
          summary: '4 of 4 checks passed.',
          finishedAt: Date.now(),
          durationMs: 4000,
          tiers: upTo(tier),
          skipReason: null,
        }
        change(id, {
          running: null,
          last,
          state: 'quiet',
          because: last.summary,
          lateMs: 0,
          strip: end(find(id)),
          nextDueAt: Date.now() + find(id).intervalMs,
        })
      }, 4 * SECOND)
    }, 1200)
    return { itemId, runId: null, state: 'queued' }
  }
  const decided = new Map<string, PermissionDecision>()
  const message = (id: ThreadId, text: string): ItemId => {
    const itemId = `itm_m_${++counter}` as ItemId
    const thread = find(id)
    const hold = thread.running !== null ? ('thread_busy' as const) : null
    change(id, {
      waiting: [
        ...thread.waiting,
        {
          itemId,
          threadId: id,
          kind: 'message',
          class: 'message',
          reasons: [],
          text,
          since: Date.now(),
          mergedSlots: 0,
          hold,
          notBefore: Date.now(),
          place: nextPlace(),
          from: 'user',
          jobName: null,
        },
      ],
    })
    return itemId
  }
  const add = (t: ThreadView, fate: 'running'): ThreadView['strip'] => ({
    at: [...t.strip.at, Date.now()].slice(-32),
    outcome: [...t.strip.outcome, fate].slice(-32),
  })
  const end = (t: ThreadView): ThreadView['strip'] => ({
    ...t.strip,
    outcome: t.strip.outcome.map((o) => (o === 'running' ? 'quiet' : o)),
  })

  const os = implement(contract).$context<object>()
  const record = (name: string, input: unknown): void =>
    void calls.push(`${name} ${JSON.stringify(input ?? null)}`)
  const data = dataHandlers(record)
  const did =
    <I>(name: string, act: (input: I) => void = () => undefined) =>
    ({ input }: { input: I }): null => {
      record(name, input)
      act(input)
      return null
    }

  const router = os.router({
    live: os.live.handler(async function* ({ signal }) {
      const inbox: LiveMessage[] = [{ kind: 'snapshot', snapshot: { fleet, threads } }]
      let wake = (): void => undefined
      const listener = (message: LiveMessage): void => {
        inbox.push(message)
        wake()
      }
      let isDropped = false
      const drop = (): void => {
        isDropped = true
        wake()
      }
      listeners.add(listener)
      streams.add(drop)
      signal?.addEventListener('abort', () => wake())
      try {
        while (signal?.aborted !== true && !isDropped) {
          for (let next = inbox.shift(); next !== undefined; next = inbox.shift()) yield next
          await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        listeners.delete(listener)
        streams.delete(drop)
      }
    }),
    snapshot: os.snapshot.handler(() => ({ fleet, threads })),
    threads: {
      add: os.threads.add.handler(({ input }) => {
        record('threads.add', input)
        const made = input.paths
          .filter((p) => !p.includes('nothing'))
          .map(
            (path, i): ThreadView => ({
              ...(threads[0] ?? first.threads[0] ?? BLANK),
              id: `thr_new_${++counter}` as ThreadId,
              number: 900 + counter + i,
              name: path.split('/').at(-1) ?? path,
              repoPath: path,
              trusted: input.trust,
              state: input.trust ? 'new' : 'blocked',
              because: input.trust
                ? 'Never checked yet.'
                : 'Not trusted yet: nothing of this repository is read or run.',
              last: null,
              running: null,
              waiting: [],
              strip: { at: [], outcome: [] },
              openAlerts: 0,
              doc: null,
              git: null,
              lateMs: 0,
              failures: 0,
              approvalsWanted: 0,
              pause: null,
            }),
          )
        push(made)
        return {
          added: made,
          rejected: input.paths
            .filter((p) => p.includes('nothing'))
            .map((path) => ({ path, why: 'not a git repository' })),
        }
      }),
      scan: os.threads.scan.handler(async function* ({ input, signal }) {
        const names = [
          'atlas-api',
          'beacon-web',
          'cobalt-lib',
          'delta-svc',
          'ember-docs',
          'fjord-infra',
          'garnet-cli',
        ]
        for (const [i, name] of names.entries()) {
          if (signal?.aborted) return
          yield { kind: 'progress' as const, folders: 40 * (i + 1), at: `${input.roots[0]}/${name}` }
          await new Promise((resolve) => setTimeout(resolve, 120))
          yield {
            kind: 'found' as const,
            path: `${input.roots[0]}/${name}`,
            name,
            lastChangedAt: Date.now() - i * 9 * 3600 * SECOND,
            alreadyAdded: i === 2,
          }
        }
        yield { kind: 'done' as const, folders: 291, found: names.length, unreadable: 1, limited: false }
      }),
      remove: os.threads.remove.handler(
        did('threads.remove', ({ id }) => {
          leaving.set(id, find(id))
          push([], [id])
        }),
      ),
      keep: os.threads.keep.handler(
        did('threads.keep', ({ id }) => {
          const thread = leaving.get(id)
          if (thread !== undefined) push([thread])
        }),
      ),
      clearHistory: os.threads.clearHistory.handler(({ input }) => {
        record('threads.clearHistory', input)
        change(input.id, { strip: { at: [], outcome: [] } })
        return { runs: 32 }
      }),
      tierCosts: os.threads.tierCosts.handler(() => [
        { tier: 'quick', runs: 84, averageMs: 6200, usd: 0.002 },
        { tier: 'hourly', runs: 12, averageMs: 38_000, usd: 0.011 },
      ]),
      locate: os.threads.locate.handler(
        did('threads.locate', ({ id, path }) => change(id, { repoPath: path })),
      ),
      change: os.threads.change.handler(({ input: { id, ...rest } }) => {
        record('threads.change', { id, ...rest })
        change(id, Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined)))
        return null
      }),
      setAgent: os.threads.setAgent.handler(({ input: { id, agent, confirmed } }) => {
        record('threads.setAgent', { id, agent, confirmed })
        change(id, { agent, bypassUntil: agent.kind === 'cli' ? agent.bypassUntil : null })
        return null
      }),
      trust: os.threads.trust.handler(
        did('threads.trust', ({ id, on }) =>
          change(id, {
            trusted: on,
            ...(on ? { state: 'new' as const, because: 'Never checked yet.' } : {}),
          }),
        ),
      ),
      pause: os.threads.pause.handler(
        did('threads.pause', ({ id, until, reason }) => {
          const pause = { until, reason, by: 'person' as const }
          if (id === null) fleet = { ...fleet, pause, engine: 'paused' }
          if (id === null) push()
          else change(id, { pause, state: 'paused', because: `Paused: ${reason}` })
        }),
      ),
      resume: os.threads.resume.handler(
        did('threads.resume', ({ id }) => {
          if (id === null) fleet = { ...fleet, pause: null, engine: 'running' }
          if (id === null) push()
          else change(id, { pause: null, state: 'quiet', because: '2 of 2 checks passed.' })
        }),
      ),
      snoozeTier: os.threads.snoozeTier.handler(
        did('threads.snoozeTier', ({ id, tier, until }) =>
          change(id, {
            tiers: { ...find(id).tiers, [tier]: { ...find(id).tiers[tier], snoozedUntil: until } },
          }),
        ),
      ),
      slots: os.threads.slots.handler(({ input }) => sampleSlots(find(input.id), input.limit ?? 200)),
    },
    beat: {
      start: os.beat.start.handler(({ input }) => {
        record('beat.start', input)
        const rest = fleet.resting.find((r) => r.key === runnerKey(find(input.id).agent))
        if (input.anyway !== true && rest !== undefined)
          throw new ORPCError('CONFLICT', { message: `${rest.name} is resting: ${rest.message}` })
        return beat(input.id, input.tier)
      }),
      allDue: os.beat.allDue.handler(() => {
        record('beat.allDue', null)
        return threads.filter((t) => t.lateMs > 0).map((t) => beat(t.id))
      }),
      wait: os.beat.wait.handler(() => null),
      cancel: os.beat.cancel.handler(
        did('beat.cancel', ({ itemId }) =>
          push(
            threads
              .filter((t) => t.waiting.some((w) => w.itemId === itemId))
              .map((t) => ({ ...t, waiting: t.waiting.filter((w) => w.itemId !== itemId) })),
          ),
        ),
      ),
      stop: os.beat.stop.handler(
        did('beat.stop', ({ runId }) =>
          push(threads.filter((t) => t.running?.runId === runId).map((t) => ({ ...t, running: null }))),
        ),
      ),
    },
    messages: {
      send: os.messages.send.handler(({ input }) => {
        record('messages.send', input)
        return { itemId: message(input.to, input.text) }
      }),
      again: os.messages.again.handler(({ input }) => {
        record('messages.again', input)
        const thread = threads.find((t) =>
          sampleConversation(t, Date.now()).some((e) => e.runId === input.runId),
        )
        if (thread === undefined)
          throw new ORPCError('NOT_FOUND', { message: 'This message is not in the history any more.' })
        return {
          itemId: message(
            thread.id,
            sampleConversation(thread, Date.now()).find((e) => e.runId === input.runId)?.text ?? '',
          ),
        }
      }),
    },
    conversation: {
      page: os.conversation.page.handler(({ input }) => {
        const all = sampleConversation(find(input.id), Date.now())
        const end = input.before === undefined ? all.length : Number(input.before)
        const from = Math.max(0, end - (input.limit ?? 30))
        return { entries: all.slice(from, end), next: from === 0 ? null : String(from) }
      }),
      forget: os.conversation.forget.handler(did('conversation.forget')),
      session: os.conversation.session.handler(({ input }) =>
        calls.some((c) => c.startsWith('conversation.forget') && c.includes(input.id))
          ? null
          : sampleSession(find(input.id), Date.now()),
      ),
    },
    agents: {
      list: os.agents.list.handler(() => sampleRunners(threads)),
      rescan: os.agents.rescan.handler(() => {
        record('agents.rescan', null)
        return sampleRunners(threads)
      }),
      test: os.agents.test.handler(({ input }) => {
        record('agents.test', input)
        return sampleTest(input.agent)
      }),
      wake: os.agents.wake.handler(
        did('agents.wake', ({ key }) => {
          fleet = { ...fleet, resting: fleet.resting.filter((r) => r.key !== key) }
          push()
        }),
      ),
      spend: os.agents.spend.handler(() => sampleSpendReport(fleet, threads, Date.now())),
    },
    permissions: {
      list: os.permissions.list.handler(({ input }) =>
        samplePermissions(find(input.id), Date.now()).map((p) => ({
          ...p,
          decision: decided.get(`${input.id} ${p.rule}`) ?? p.decision,
        })),
      ),
      decide: os.permissions.decide.handler(
        did('permissions.decide', ({ id, rule, decision }) => {
          decided.set(`${id} ${rule}`, decision)
          change(id, { permissionsWanted: Math.max(0, find(id).permissionsWanted - 1) })
        }),
      ),
    },
    tools: { call: os.tools.call.handler(() => ({ ok: false, text: 'There are no tools here.' })) },
    ...wakeHandlers({
      threads: () => threads,
      fleet: () => fleet,
      bare: options.bare === true,
      record,
      find,
      change,
      push,
      beat: (id) => beat(id),
    }),
    notes: noteHandlers(record),
    queue: {
      list: os.queue.list.handler(() => threads.flatMap((t) => t.waiting)),
      toTop: os.queue.toTop.handler(
        did('queue.toTop', ({ itemId }) =>
          push(
            threads.map((t) => ({
              ...t,
              waiting: t.waiting.map((w) => (w.itemId === itemId ? { ...w, place: 0.5 } : w)),
            })),
          ),
        ),
      ),
      cancel: os.queue.cancel.handler(({ input }) => {
        record('queue.cancel', input)
        push(
          threads.map((t) => ({ ...t, waiting: t.waiting.filter((w) => !input.itemIds.includes(w.itemId)) })),
        )
        return { cancelled: input.itemIds.length }
      }),
    },
    runs: {
      page: os.runs.page.handler(({ input }) => {
        const all = (input.threadId === undefined ? threads : threads.filter((t) => t.id === input.threadId))
          .flatMap((t) => sampleRuns(t))
          .sort((a, b) => b.startedAt - a.startedAt)
        const wanted =
          input.outcomes === undefined
            ? all
            : all.filter((r) => r.outcome !== null && input.outcomes?.includes(r.outcome))
        const from = Number(input.before ?? 0)
        const limit = input.limit ?? 50
        return {
          runs: wanted.slice(from, from + limit),
          next: from + limit < wanted.length ? String(from + limit) : null,
        }
      }),
      get: os.runs.get.handler(({ input }): RunDetail => {
        const run = threads.flatMap((t) => sampleRuns(t)).find((r) => r.id === input.id)
        if (run === undefined)
          throw new ORPCError('NOT_FOUND', { message: 'This run is not in the history any more.' })
        return run
      }),
      attachment: os.runs.attachment.handler(() => samplePicture),
      resume: os.runs.resume.handler(
        ({ input }) => (
          record('runs.resume', input),
          {
            opened: true,
            command: 'cd /repos/api && claude --resume 7f3c',
            file: '/data/hand-over/run_1/finding.md',
            why: null,
          }
        ),
      ),
      follow: os.runs.follow.handler(({ signal }) => liveOutput(signal)),
      output: os.runs.output.handler(({ input }) => (record('runs.output', input), null)),
      openOutput: os.runs.openOutput.handler(({ input }) => (record('runs.openOutput', input), null)),
    },
    doc: {
      read: os.doc.read.handler(({ input }) => sampleDoc(find(input.id), docs.get(input.id))),
      save: os.doc.save.handler(({ input }) => {
        record('doc.save', { id: input.id, length: input.text.length })
        docs.set(input.id, input.text)
        return { state: 'saved', text: input.text, version: String(parse(input.text).tasks.length) }
      }),
      ...docHandlers({
        record,
        find,
        ids: () => threads.map((t) => t.id),
        text: (id) => docs.get(id) ?? sampleDoc(find(id)).text,
        set: (id, text) => void docs.set(id, text),
      }),
      remove: os.doc.remove.handler(
        did('doc.remove', ({ id }) => {
          const doc = find(id).doc
          if (doc !== null) change(id, { doc: { ...doc, exists: false, flags: [] } })
        }),
      ),
      resolveFlag: os.doc.resolveFlag.handler(
        did('doc.resolveFlag', ({ id, text }) => {
          const doc = find(id).doc
          if (doc !== null) change(id, { doc: { ...doc, flags: doc.flags.filter((f) => f !== text) } })
        }),
      ),
    },
    approvals: {
      list: os.approvals.list.handler(({ input }) => sampleApprovals(find(input.id), calls)),
      set: os.approvals.set.handler(
        did('approvals.set', ({ id, hashes, approved }) =>
          change(id, {
            approvalsWanted: Math.max(
              0,
              find(id).approvalsWanted + (approved ? -hashes.length : hashes.length),
            ),
          }),
        ),
      ),
    },
    ...alertHandlers({
      fleet: () => fleet,
      threads: () => threads,
      record,
      setFleet: (more) => {
        fleet = { ...fleet, ...more }
      },
      push,
    }),
    settings: {
      change: os.settings.change.handler(({ input }) => {
        record('settings.change', input)
        fleet = {
          ...fleet,
          settings: {
            ...fleet.settings,
            ...(Object.fromEntries(Object.entries(input).filter(([, v]) => v !== undefined)) as object),
          },
        }
        push()
        return fleet.settings
      }),
      ...data.settings,
    },
    backups: data.backups,
    data: data.data,
    app: data.app,
    doctor: os.doctor.handler(() => [
      { name: 'git', state: 'ok', text: 'git 2.39.5', repair: null },
      { name: 'Data folder', state: 'ok', text: 'writable, 41 GB free', repair: null },
      { name: 'History', state: 'ok', text: 'integrity check passed', repair: null },
      {
        name: 'Notifications',
        state: 'warn',
        text: 'no notification service answers',
        repair: 'Start one, or read alerts in the window.',
      },
      { name: 'GitHub', state: 'fail', text: 'gh is not signed in', repair: 'Run gh auth login.' },
    ]),
    testNotification: os.testNotification.handler(() => ({
      shown: false,
      why: 'no notification service answers on this desktop',
    })),
    history: historyHandlers({
      rows: 1000,
      thread: () => threads[0] ?? { id: 'thr_none' as ThreadId, name: 'none' },
      record,
    }),

    shell: {
      chooseFolders: os.shell.chooseFolders.handler(() => {
        if (options.folders !== undefined) return options.folders
        throw new ORPCError('UNAVAILABLE', { message: 'There is no folder dialog here.' })
      }),
      reveal: os.shell.reveal.handler(did('shell.reveal')),
      openers: os.shell.openers.handler(() => [
        { key: 'code', what: 'editor', name: 'VS Code' },
        { key: 'zed', what: 'editor', name: 'Zed' },
        { key: 'kitty', what: 'terminal', name: 'kitty' },
        { key: 'files', what: 'files', name: 'File manager' },
        { key: 'browser', what: 'remote', name: 'Remote page' },
      ]),
      openIn: os.shell.openIn.handler(({ input }) => {
        record('shell.openIn', input)
        if (input.what === 'terminal' && !find(input.id).trusted && input.anyway !== true)
          throw new ORPCError('CONFLICT', {
            message: `${find(input.id).name} is not trusted. A shell may run programs that this folder names.`,
          })
        return { name: input.what === 'editor' ? 'VS Code' : input.what }
      }),
      openExternal: os.shell.openExternal.handler(did('shell.openExternal')),
      showWindow: os.shell.showWindow.handler(did('shell.showWindow')),
      quit: os.shell.quit.handler(() => null),
      notificationSettings: os.shell.notificationSettings.handler(() => ({
        whyNot: null,
      })),
      openNotificationSettings: os.shell.openNotificationSettings.handler(
        did('shell.openNotificationSettings'),
      ),
    },
    fleet: {
      restart: os.fleet.restart.handler(() => {
        record('fleet.restart', null)
        return { halted: false }
      }),
    },
    demo: { open: os.demo.open.handler(did('demo.open')) },
  })

  const handler = new RPCHandler(router, {
    clientInterceptors: [
      ({ path, next }) => {
        if (options.fails?.includes(path.join('.')))
          throw new ORPCError('UNAVAILABLE', { message: 'The history cannot be opened: the disk is full.' })
        return next()
      },
    ],
  })
  return {
    openPort: () => {
      const { port1, port2 } = new MessageChannel()
      handler.upgrade(port2, { context: {} })
      port2.start()
      return port1
    },
    calls,
    change,
    current: () => ({ fleet, threads }),
    dropLive: () => {
      for (const drop of streams) drop()
    },
  }
}

const BLANK: ThreadView = {
  id: 'thr_blank' as ThreadId,
  number: 2,
  name: '',
  repoPath: '',
  role: 'worker',
  agent: { kind: 'local' },
  session: 'oneshot',
  gate: 'changes',
  permissionsWanted: 0,
  bypassUntil: null,
  intervalMs: 8 * 60 * SECOND,
  activeHours: null,
  dailyAt: null,
  pause: null,
  trusted: true,
  state: 'new',
  because: '',
  tiers: {
    quick: { lastDoneAt: null, dueAt: null, tasks: 0, snoozedUntil: null },
    hourly: { lastDoneAt: null, dueAt: null, tasks: 0, snoozedUntil: null },
    daily: { lastDoneAt: null, dueAt: null, tasks: 0, snoozedUntil: null },
  },
  nextDueAt: null,
  lateMs: 0,
  last: null,
  running: null,
  waiting: [],
  doc: null,
  git: null,
  failures: 0,
  openAlerts: 0,
  acknowledgedAlerts: 0,
  approvalsWanted: 0,
  tasksForAgent: 0,
  scheduleProblem: null,
  strip: { at: [], outcome: [] },
  events: 0,
  sources: {},
  delivery: {},
  indicator: true,
  config: null,
  dormantSince: null,
  effectiveIntervalMs: 8 * 60 * SECOND,
  jobs: 0,
  tags: [],
  pinned: false,
  mutedUntil: null,
  known: false,
}
