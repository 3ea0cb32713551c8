import { implement } from '@orpc/server'
import { contract, type AddResult, type BeatTicket, type DocView, type SaveResult } from '../../shared/api.ts'
import type { Fault } from '../../shared/faults.ts'
import { parse } from '../../shared/heartbeat-doc.ts'
import { flagKey } from '../../shared/judge.ts'
import { merge3 } from '../../shared/heartbeat-merge.ts'
import type { ItemId, ThreadId } from '../../shared/ids.ts'
import type { Run } from '../../shared/run.ts'
import type { LiveMessage } from '../../shared/snapshot.ts'
import { phaseFor } from '../../shared/schedule.ts'
import { isOverruled, validateChange, type Thread } from '../../shared/thread.ts'
import { tierDueAt, TIERS } from '../../shared/tier.ts'
import type { Check } from '../../shared/api.ts'
import { createAgentTools } from './agent-tools.ts'
import { commandLines, type Documents } from './documents.ts'
import { editHeartbeat } from './edit-heartbeat.ts'
import type { Engine } from './engine.ts'
import { paceOf } from './pace.ts'
import { templateFor } from './run-edits.ts'
import type { Ports, Shell } from './ports.ts'
import type { Enqueued, Store } from './store-port.ts'
import { agentHandlers, agentProblem } from './api/agents.ts'
import { wakeHandlers } from './api/wakes.ts'
import { webhookHandlers, type IncomingWebhook } from './api/webhooks.ts'
import type { ForesightView } from './foresight.ts'
import type { Sources } from './sources.ts'
import type { Views } from './views.ts'

/** Who is calling. Both are the owner: the window through its port, the command line through a socket only the owner can open. */
export interface ApiContext {
  readonly origin: 'window' | 'socket' | 'test'
}

export interface ApiParts {
  readonly ports: Ports
  readonly store: Store
  readonly engine: Engine
  readonly documents: Documents
  readonly views: Views
  readonly sources: Sources
  readonly foresight: ForesightView
  readonly incoming: IncomingWebhook
  readonly shell: Shell | null
  readonly diagnose: () => Promise<readonly Check[]>
  /** The person's own variables, for what they say of an account. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** The contract's handlers, total over it: a method without one does not compile. */
export function createApi({ ports, store, engine, documents, views, sources, foresight, incoming, shell, diagnose, environment = {} }: ApiParts) {
  const wakes = wakeHandlers({ ports, store, engine, sources, foresight })
  const agents = agentHandlers({ ports, store, engine, views, environment })
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports

  type Errors = { NOT_FOUND: (o: { message: string }) => Error; INVALID: (o: { message: string }) => Error; CONFLICT: (o: { message: string }) => Error; UNAVAILABLE: (o: { message: string }) => Error }
  const threadOr = (id: ThreadId, errors: Pick<Errors, 'NOT_FOUND'>): Thread => {
    const thread = store.thread(id)
    if (thread === null) throw errors.NOT_FOUND({ message: `There is no thread ${id}; it may have been removed.` })
    return thread
  }
  const trustedOr = (id: ThreadId, errors: Pick<Errors, 'NOT_FOUND' | 'INVALID'>): Thread => {
    const thread = threadOr(id, errors)
    if (thread.trustedAt === null) throw errors.INVALID({ message: `"${thread.name}" is not trusted yet, so nothing of it is read.` })
    return thread
  }
  const faultOr = (fault: Fault, errors: Pick<Errors, 'INVALID' | 'CONFLICT'>): Error =>
    fault.code === 'file.conflict' ? errors.CONFLICT({ message: fault.message }) : errors.INVALID({ message: fault.message })
  const shellOr = (errors: Pick<Errors, 'UNAVAILABLE'>): Shell => {
    if (shell === null) throw errors.UNAVAILABLE({ message: 'Threadbeat runs without a window here.' })
    return shell
  }

  const ticket = (enqueued: Enqueued): BeatTicket => {
    engine.tick()
    const run = store.runOfItem(enqueued.itemId)
    return { itemId: enqueued.itemId, runId: run?.id ?? null, state: enqueued.merged ? 'merged' : 'queued' }
  }
  /** One click, one beat: a beat already on its way is shown instead of a second one. */
  const startBeat = (thread: Thread, tier: (typeof TIERS)[number] | undefined, sessionId?: string): BeatTicket => {
    const running = store.running().find((r) => r.threadId === thread.id && r.kind === 'heartbeat')
    if (running !== undefined && (tier === undefined || running.tiers.includes(tier))) return { itemId: running.itemId, runId: running.id, state: 'running' }
    engine.noteActivity(thread.id)
    return ticket(engine.wake(thread.id, 'manual', tier ?? null, sessionId))
  }
  const stopRunsOf = (id: ThreadId): void => {
    for (const run of store.running()) if (run.threadId === id) engine.stopRun(run.id)
  }
  const replanned = (id: ThreadId): null => {
    engine.slots.replan(id)
    engine.tick()
    return null
  }

  function waitFor(itemId: ItemId, signal: AbortSignal | undefined): Promise<Run | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const run = store.runOfItem(itemId)
        if (run !== null ? run.outcome === null : store.isWaiting(itemId)) return
        end()
        resolve(run)
      }
      const end = store.onCommit(look)
      signal?.addEventListener('abort', () => {
        end()
        resolve(null)
      })
      look()
    })
  }

  async function readDoc(thread: Thread, errors: Pick<Errors, 'INVALID' | 'CONFLICT'>): Promise<DocView> {
    const tracked = await ports.repositories.isTracked(thread.repoPath)
    const read = await ports.files.read(thread.repoPath)
    const exists = read.ok || read.error.code !== 'file.missing'
    if (!read.ok && exists) throw faultOr(read.error, errors)
    const text = read.ok ? read.value.text : await templateFor(thread, ports).then((t) => {
      if (!t.ok) throw faultOr(t.error, errors)
      return t.value
    })
    const doc = parse(text)
    return {
      text, version: read.ok ? read.value.version : '', doc, problems: doc.problems, exists, tracked: tracked.ok && tracked.value,
      encoding: read.ok ? read.value.encoding : 'utf-8',
    }
  }

  /** Saves what a person wrote: a change made outside meanwhile is merged, and a real conflict writes nothing. */
  async function saveDoc(thread: Thread, mine: string, base: string, errors: Pick<Errors, 'INVALID' | 'CONFLICT'>): Promise<SaveResult> {
    const current = await ports.files.read(thread.repoPath)
    if (!current.ok && current.error.code !== 'file.missing') throw faultOr(current.error, errors)
    if (!current.ok) {
      const excluded = await ports.repositories.exclude(thread.repoPath)
      if (!excluded.ok) throw faultOr(excluded.error, errors)
    }
    const theirs = current.ok ? current.value.text : ''
    const version = current.ok ? current.value.version : null
    const untouched = !current.ok || theirs === base || theirs === mine
    const merge = untouched ? { text: mine, conflicts: [] } : merge3(base, mine, theirs)
    if (merge.conflicts.length > 0) return { state: 'conflict', mine, theirs, merged: merge.text, version: version ?? '', conflicts: merge.conflicts.length }
    const written = await ports.files.write(thread.repoPath, merge.text, version, current.ok ? current.value.encoding : 'utf-8')
    if (!written.ok) throw faultOr(written.error, errors)
    ports.log('debug', 'doc.edited', { threadId: thread.id, merged: !untouched })
    sources.edited(thread.id)
    engine.noteActivity(thread.id)
    await documents.refresh(thread.id)
    return { state: untouched ? 'saved' : 'merged', text: merge.text, version: written.value }
  }

  return os.router({
    live: os.live.handler(async function* ({ signal }) {
      // A reader that is slow gets one message with everything since, never a growing pile.
      const queue: LiveMessage[] = []
      let wake: () => void = () => {}
      const end = views.subscribe((message) => {
        const last = queue.at(-1)
        if (last?.kind === 'delta' && message.kind === 'delta') queue[queue.length - 1] = mergeDeltas(last, message)
        else queue.push(message)
        wake()
      })
      signal?.addEventListener('abort', () => wake())
      try {
        while (signal?.aborted !== true) {
          const message = queue.shift()
          if (message !== undefined) yield message
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        end()
      }
    }),
    snapshot: os.snapshot.handler(() => views.snapshot()),

    threads: {
      add: os.threads.add.handler(async ({ input }): Promise<AddResult> => {
        const added: ThreadId[] = []
        const rejected: { path: string; why: string }[] = []
        for (const path of input.paths) {
          const found = await ports.repositories.identify(path)
          if (!found.ok) {
            rejected.push({ path, why: found.error.message })
            continue
          }
          const now = clock.now()
          const thread = store.addThread({
            id: ports.ids('thr'), name: input.paths.length === 1 ? (input.name ?? found.value.name) : found.value.name, repoPath: found.value.realPath,
            intervalMs: engine.settings().defaultIntervalMs, trustedAt: input.trust ? now : null, createdAt: now,
          })
          if (thread === 'exists') {
            rejected.push({ path, why: `${found.value.realPath} is a thread already.` })
            continue
          }
          ports.log('info', 'thread.added', { threadId: thread.id, number: thread.number, trusted: input.trust })
          added.push(thread.id)
          engine.slots.replan(thread.id)
          if (input.trust) engine.wake(thread.id, 'added', null)
        }
        documents.follow()
        sources.follow()
        engine.tick()
        const { threads } = views.snapshot()
        return { added: threads.filter((t) => added.includes(t.id)), rejected }
      }),
      scan: os.threads.scan.handler(async function* ({ input, signal }) {
        const have = new Set(store.threads().map((t) => t.repoPath))
        const abort = new AbortController()
        signal?.addEventListener('abort', () => abort.abort())
        let found = 0
        let last = { folders: 0, unreadable: 0 }
        for await (const step of ports.repositories.scan(input.roots, input.depth, abort.signal)) {
          if (step.kind === 'progress') {
            last = step
            yield { kind: 'progress' as const, folders: step.folders, at: step.at }
            continue
          }
          found++
          yield { kind: 'found' as const, path: step.realPath, name: step.name, lastChangedAt: step.lastChangedAt, alreadyAdded: have.has(step.realPath) }
          if (found >= SCAN_LIMIT) abort.abort()
        }
        yield { kind: 'done' as const, folders: last.folders, found, unreadable: last.unreadable, limited: found >= SCAN_LIMIT }
      }),
      remove: os.threads.remove.handler(({ input, errors }) => {
        const thread = threadOr(input.id, errors)
        stopRunsOf(thread.id)
        store.removeThread(thread.id)
        ports.log('info', 'thread.removed', { threadId: thread.id, number: thread.number })
        documents.follow()
        sources.follow()
        return null
      }),
      locate: os.threads.locate.handler(async ({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        const found = await ports.repositories.identify(input.path)
        if (!found.ok) throw errors.INVALID({ message: found.error.message })
        if (store.threads().some((t) => t.id !== thread.id && t.repoPath === found.value.realPath)) throw errors.INVALID({ message: `${found.value.realPath} is another thread already.` })
        // Trust and approvals were given to another folder: they are asked for again.
        store.changeThread(thread.id, { repoPath: found.value.realPath, trustedAt: null })
        store.clearApprovals(thread.id)
        ports.log('info', 'authority.changed', { threadId: thread.id, what: 'located', origin: context.origin })
        engine.slots.replan(thread.id)
        documents.follow()
        sources.follow()
        return null
      }),
      change: os.threads.change.handler(({ input, errors }) => {
        const thread = threadOr(input.id, errors)
        const { id: _id, ...change } = input
        const overruled = (['intervalMs', 'activeHours', 'dailyAt', 'session'] as const).find((field) => change[field] !== undefined && isOverruled(thread, field))
        if (overruled !== undefined) throw errors.INVALID({ message: `The ${FIELD_WORD[overruled]} of "${thread.name}" is set by ${thread.config!.file}; change it there.` })
        const valid = validateChange(change, thread.name)
        if (!valid.ok) throw errors.INVALID({ message: valid.error })
        const phaseMs = change.intervalMs !== undefined && change.intervalMs > 0 ? phaseFor(thread.number, change.intervalMs) : undefined
        store.changeThread(thread.id, { ...change, phaseMs })
        engine.noteActivity(thread.id)
        engine.slots.replan(thread.id, thread)
        engine.tick()
        return null
      }),
      setAgent: os.threads.setAgent.handler(({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        const problem = agentProblem(input.agent, clock.now())
        if (problem !== null) throw errors.INVALID({ message: `The agent of "${thread.name}": ${problem}.` })
        store.changeThread(thread.id, { agent: input.agent, failures: 0 })
        store.resolveAlerts(thread.id, ['broken', 'unproven', 'permission', 'touched', 'touched:meanwhile'], clock.now())
        ports.log('info', 'authority.changed', { threadId: thread.id, what: 'runner', origin: context.origin })
        return replanned(thread.id)
      }),
      trust: os.threads.trust.handler(({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        store.changeThread(thread.id, { trustedAt: input.on ? (thread.trustedAt ?? clock.now()) : null })
        ports.log('info', 'authority.changed', { threadId: thread.id, what: input.on ? 'trusted' : 'untrusted', origin: context.origin })
        if (!input.on) stopRunsOf(thread.id)
        documents.follow()
        sources.follow()
        engine.slots.replan(thread.id)
        if (input.on && thread.trustedAt === null) engine.wake(thread.id, 'added', null)
        engine.tick()
        return null
      }),
      pause: os.threads.pause.handler(({ input, errors }) => {
        const pause = { reason: input.reason || 'by you', until: input.until, by: 'person' as const }
        if (input.until !== null && input.until <= clock.now()) throw errors.INVALID({ message: 'The pause would already be over.' })
        if (input.id === null) engine.setPause(pause)
        else store.changeThread(threadOr(input.id, errors).id, { pause })
        engine.tick()
        return null
      }),
      resume: os.threads.resume.handler(({ input, errors }) => {
        if (input.id === null) engine.setPause(null)
        else store.changeThread(threadOr(input.id, errors).id, { pause: null, failures: 0 })
        if (input.id !== null) {
          engine.noteActivity(input.id)
          engine.slots.replan(input.id)
        }
        engine.tick()
        return null
      }),
      slots: os.threads.slots.handler(({ input, errors }) => store.slots(threadOr(input.id, errors).id, input.limit)),
    },

    ...wakes,
    webhooks: webhookHandlers({ ports, store, incoming }),

    beat: {
      start: os.beat.start.handler(({ input, errors }) => {
        const thread = threadOr(input.id, errors)
        const objection = engine.objectionTo(thread.id)
        if (objection !== null && input.anyway !== true) throw errors.CONFLICT({ message: `${objection.message} Beat anyway?` })
        if (objection?.code === 'resting') engine.resting.wake(objection.key)
        return startBeat(thread, input.tier, input.sessionId)
      }),
      allDue: os.beat.allDue.handler(() => {
        const now = clock.now()
        const due = store.threads().filter((t) => t.trustedAt !== null && t.intervalMs > 0 && t.pause === null && engine.objectionTo(t.id) === null).filter((t) =>
          TIERS.some((tier) => {
            const dueAt = tierDueAt(tier, t.tiers, now, paceOf(t, ports, engine.settings()))
            return dueAt === null || now >= (tier === 'quick' ? dueAt + t.intervalMs : dueAt)
          }),
        )
        return due.map((t) => startBeat(t, undefined))
      }),
      wait: os.beat.wait.handler(({ input, signal }) => waitFor(input.itemId, signal)),
      cancel: os.beat.cancel.handler(({ input, errors }) => {
        if (!store.cancelItem(input.itemId, clock.now())) throw errors.NOT_FOUND({ message: 'It is not waiting any more.' })
        engine.tick()
        return null
      }),
      stop: os.beat.stop.handler(({ input, errors }) => {
        if (!engine.stopRun(input.runId)) throw errors.NOT_FOUND({ message: 'That run has ended already.' })
        return null
      }),
    },

    messages: {
      send: os.messages.send.handler(({ input, errors }) => {
        const itemId = store.sendMessage(threadOr(input.to, errors).id, input.text, 'user', clock.now())
        engine.noteActivity(input.to)
        engine.tick()
        return { itemId }
      }),
      again: agents.again,
    },
    conversation: agents.conversation,
    agents: agents.agents,
    permissions: agents.permissions,
    tools: {
      call: os.tools.call.handler(async ({ input, errors }) => {
        const thread = threadOr(input.id, errors)
        const tools = createAgentTools({ ports, store, documents, caller: { threadId: thread.id, runId: null, origin: 'person', turn: null, tracked: false, hops: 0 } })
        const answer = await ports.tools.call(tools, input.tool, input.input)
        ports.log('debug', 'mcp.called', { threadId: thread.id, tool: input.tool, ok: answer.ok })
        engine.tick()
        return { ok: answer.ok, text: answer.ok ? answer.value : answer.error }
      }),
    },
    queue: { list: os.queue.list.handler(() => views.snapshot().threads.flatMap((t) => t.waiting)) },

    runs: {
      page: os.runs.page.handler(({ input }) => store.runPage(input)),
      get: os.runs.get.handler(({ input, errors }) => {
        const run = agents.detail(input.id)
        if (run === null) throw errors.NOT_FOUND({ message: `There is no run ${input.id}.` })
        return run
      }),
      attachment: agents.attachment,
    },

    doc: {
      read: os.doc.read.handler(({ input, errors }) => readDoc(trustedOr(input.id, errors), errors)),
      save: os.doc.save.handler(({ input, errors }) => saveDoc(trustedOr(input.id, errors), input.text, input.base, errors)),
      resolveFlag: os.doc.resolveFlag.handler(async ({ input, errors }) => {
        const thread = trustedOr(input.id, errors)
        const day = new Date(clock.now()).toISOString().slice(0, 10)
        const edited = await editHeartbeat(ports.files, thread.repoPath, [{ do: 'clearFlag', text: input.text }, { do: 'appendNote', text: `Resolved ${day}: ${input.text}` }])
        if (!edited.ok) throw faultOr(edited.error, errors)
        store.resolveAlerts(thread.id, [flagKey(input.text)], clock.now())
        documents.note(thread.id, parse(edited.value.text), documents.facts(thread.id)?.tracked ?? false)
        engine.tick()
        return null
      }),
    },

    approvals: {
      list: os.approvals.list.handler(async ({ input, errors }) => {
        const thread = trustedOr(input.id, errors)
        const { doc } = await readDoc(thread, errors)
        const approvals = store.approvals(thread.id)
        const texts = new Set([...approvals.values()].map((a) => a.text))
        const views = new Map<string, { request: Awaited<ReturnType<typeof ports.repositories.listCommands>>[number]; tasks: string[] }>()
        for (const task of commandLines(doc))
          for (const request of await ports.repositories.listCommands(thread.repoPath, [task])) {
            const entry = views.get(request.hash) ?? { request, tasks: [] }
            entry.tasks.push(task.text)
            views.set(request.hash, entry)
          }
        return [...views.values()].map(({ request, tasks }) => ({
          ...request, tasks, approvedAt: approvals.get(request.hash)?.approvedAt ?? null, changed: !approvals.has(request.hash) && texts.has(request.text),
        }))
      }),
      set: os.approvals.set.handler(async ({ input, context, errors }) => {
        const thread = trustedOr(input.id, errors)
        const { doc } = await readDoc(thread, errors)
        const offered = await ports.repositories.listCommands(thread.repoPath, commandLines(doc))
        for (const hash of input.hashes) {
          const request = offered.find((c) => c.hash === hash)
          if (request === undefined && input.approved)
            throw errors.CONFLICT({ message: `No command of HEARTBEAT.md has the hash ${hash.slice(0, 12)}…: the file or the script changed since it was shown. Nothing was approved.` })
          store.setApproval(thread.id, hash, request?.text ?? '', input.approved ? clock.now() : null)
        }
        ports.log('info', 'authority.changed', { threadId: thread.id, what: input.approved ? 'approved' : 'revoked', count: input.hashes.length, origin: context.origin })
        await documents.refresh(thread.id)
        if (input.approved) ticket(engine.wake(thread.id, 'manual', 'daily'))
        return null
      }),
    },

    alerts: {
      list: os.alerts.list.handler(({ input }) => store.alerts(input.state, input.limit, clock.now())),
      snooze: os.alerts.snooze.handler(({ input, errors }) => {
        if (input.until <= clock.now()) throw errors.INVALID({ message: 'The snooze would already be over.' })
        store.snooze(input.ids, input.until)
        return null
      }),
      acknowledge: os.alerts.acknowledge.handler(({ input }) => {
        store.acknowledge(input.ids, clock.now())
        // What an agent did once is no state that could end by itself: seen is settled.
        for (const alert of input.ids.map((id) => store.alert(id))) if (alert?.key === 'touched') store.resolveAlerts(alert.threadId, ['touched'], clock.now())
        return null
      }),
    },
    settings: {
      change: os.settings.change.handler(({ input }) => {
        store.changeSettings(input)
        ports.log('info', 'settings.changed', { keys: Object.keys(input) })
        engine.tick()
        return engine.settings()
      }),
    },
    doctor: os.doctor.handler(() => diagnose()),
    testNotification: os.testNotification.handler(async () => {
      const shown = await ports.notifier.show({ alertId: null, threadId: null, runId: null, severity: 'warning', title: 'Threadbeat', body: 'This is how an alert looks.' })
      return { shown: shown.ok, why: shown.ok ? null : shown.error.message }
    }),

    shell: {
      chooseFolders: os.shell.chooseFolders.handler(({ errors }) => shellOr(errors).chooseFolders()),
      reveal: os.shell.reveal.handler(async ({ input, errors }) => {
        await shellOr(errors).reveal(threadOr(input.id, errors).repoPath)
        return null
      }),
      openExternal: os.shell.openExternal.handler(async ({ input, errors }) => {
        await shellOr(errors).openExternal(input.url)
        return null
      }),
      showWindow: os.shell.showWindow.handler(async ({ input, errors }) => {
        await shellOr(errors).showWindow(input?.link ?? null)
        return null
      }),
      quit: os.shell.quit.handler(async ({ errors }) => {
        await shellOr(errors).quit()
        return null
      }),
    },
  })
}
type Delta = Extract<LiveMessage, { kind: 'delta' }>
const mergeDeltas = (a: Delta, b: Delta): Delta => ({
  kind: 'delta', fleet: b.fleet,
  changed: [...new Map([...a.changed, ...b.changed].map((t) => [t.id, t])).values()].filter((t) => !b.removed.includes(t.id)),
  removed: [...new Set([...a.removed, ...b.removed])],
})

export type ApiRouter = ReturnType<typeof createApi>

const FIELD_WORD = { intervalMs: 'interval', activeHours: 'active hours', dailyAt: 'daily time', session: 'session' } as const
/** More than this in one scan is a folder chosen too high up. */
const SCAN_LIMIT = 200
