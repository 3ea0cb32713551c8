import { ORPCError } from '@orpc/client'
import { useMemo, type ReactNode } from 'react'
import { toast } from 'sonner'
import type { BeatTicket } from '../shared/answers/beats.ts'
import type { AlertId, RunId, ThreadId } from '../shared/ids.ts'
import { revealHidden } from '../shared/hidden-text.ts'
import type { PermissionDecision } from '../shared/permission.ts'
import type { Refusal } from '../shared/agent-turn.ts'
import { runnerName } from '../shared/runner-presets.ts'
import type { ThreadView } from '../shared/snapshot.ts'
import type { Tier } from '../shared/tier.ts'
import { HOUR, type Instant } from '../shared/time.ts'
import { plural, TIER_WORD } from '../shared/words.ts'
import { useBridge, type AppContext } from './bridge.ts'
import { confirm } from './components/dialog.tsx'
import { Ticks } from './components/task-list.tsx'
import { navigate, PLACES, runPath } from './navigation.ts'
import { clockTime, tomorrowAtNine } from './time.ts'
import { useUi } from './ui-state.ts'

/** What a person can do from several places: the call, the toast, the undo. Every one says what came of it. */
export interface Actions {
  beat(thread: ThreadView, tier?: Tier): void
  beatAllDue(): void
  acknowledge(ids: readonly AlertId[]): void
  snooze(ids: readonly AlertId[], until: Instant, words: string): void
  pause(thread: ThreadView | null, length: PauseLength): void
  resume(thread: ThreadView | null): void
  trust(thread: ThreadView, on: boolean): Promise<boolean>
  stop(runId: RunId): void
  cancel(itemId: ThreadView['waiting'][number]['itemId']): void
  resolveFlag(thread: ThreadView, text: string): void
  remove(thread: ThreadView): Promise<void>
  reveal(id: ThreadId): void
  /** A refused tool call; true: decided. */
  decide(thread: ThreadView, refusal: Refusal, decision: PermissionDecision): Promise<boolean>
  /** The runner's own permission checks are on again, at once. */
  endBypass(thread: ThreadView): void
  wakeRunner(key: string, name: string): void
  sendAgain(runId: RunId): Promise<boolean>
  openLink(url: string): void
}
/** So long a removal can be taken back. */
export const REMOVAL_UNDO_MS = 10_000
export type PauseLength = 'hour' | 'tomorrow' | 'open'

export const messageOf = (cause: unknown): string => (cause instanceof Error && cause.message !== '' ? cause.message : 'That did not work. Please try again.')

/** Runs the call; a failure becomes a toast that says what is the matter. */
export async function attempt<T>(work: Promise<T>, what?: string): Promise<T | null> {
  try {
    const value = await work
    if (what !== undefined) toast(what)
    return value
  } catch (cause) {
    toast.error(messageOf(cause))
    return null
  }
}

export function useActions(): Actions {
  const bridge = useBridge()
  return useMemo(() => actionsOver(bridge), [bridge])
}

export function actionsOver({ client }: AppContext): Actions {
  const { setAsked } = useUi.getState()
  return {
    beat(thread, tier) {
      // A second click while it runs shows the running beat instead of starting another.
      if (thread.running !== null) return navigate(runPath(thread.running.runId))
      setAsked(thread.id, true)
      void (async () => {
        const ticket = await attempt(startOrAsk(client, thread, tier))
        setAsked(thread.id, false)
        if (ticket === null || ticket === 'no') return
        const what = tier === undefined ? 'Beat' : `${TIER_WORD[tier]} beat`
        if (ticket.state === 'running') toast(`${thread.name} is being beaten already.`)
        else if (ticket.state === 'merged') toast(`Joined the beat of ${thread.name} that was waiting.`)
        else {
          toast(`${what} of ${thread.name} is queued.`, {
            duration: 5000,
            action: { label: 'Undo', onClick: () => void attempt(client.beat.cancel({ itemId: ticket.itemId }), 'Cancelled. Nothing was run.') },
          })
        }
      })()
    },
    beatAllDue() {
      void (async () => {
        const tickets = await attempt(client.beat.allDue())
        if (tickets !== null) toast(tickets.length === 0 ? 'Nothing is due. Every thread is on schedule.' : `${plural(tickets.length, 'beat')} queued.`)
      })()
    },
    snooze: (ids, until, words) => void attempt(client.alerts.snooze({ ids: [...ids], until }), `Snoozed ${words}. It comes back by itself.`),
    acknowledge: (ids) => {
      if (ids.length > 0) void attempt(client.alerts.acknowledge({ ids: [...ids] }), 'Acknowledged. Silent until it clears or changes.')
    },
    pause(thread, length) {
      const now = Date.now()
      const until = length === 'hour' ? now + HOUR : length === 'tomorrow' ? tomorrowAtNine(now) : null
      const end = until === null ? 'until you resume' : length === 'tomorrow' ? 'until tomorrow 09:00' : `until ${clockTime(until)}`
      void attempt(client.threads.pause({ id: thread?.id ?? null, until, reason: 'paused by you' }), `${thread?.name ?? 'Everything'} is paused ${end}. Beats you ask for still run.`)
    },
    resume: (thread) => void attempt(client.threads.resume({ id: thread?.id ?? null }), `${thread?.name ?? 'Everything'} is back on schedule.`),
    async trust(thread, on) {
      const yes = await confirm(
        on
          ? {
              title: `Trust ${thread.name}?`, yes: 'Trust this repository',
              text: (
                <>
                  <p>Threadbeat may read it and run its own look-only git checks in it.</p>
                  <p className="mt-2">Commands in HEARTBEAT.md still need your approval one by one.</p>
                  <p className="mt-2 font-mono text-12">{thread.repoPath}</p>
                </>
              ),
            }
          : { title: `Stop trusting ${thread.name}?`, yes: 'Stop trusting', danger: true, text: 'Nothing of it is read or run any more, and its schedule rests. Approvals are kept for later.' },
      )
      if (!yes) return false
      return (await attempt(client.threads.trust({ id: thread.id, on }).then(() => true), on ? `${thread.name} is trusted. Its first beat comes with the schedule.` : `${thread.name} is not trusted any more.`)) !== null
    },
    stop: (runId) => void attempt(client.beat.stop({ runId }), 'Stopping. Everything this run started is ended.'),
    cancel: (itemId) => void attempt(client.beat.cancel({ itemId }), 'Cancelled. Nothing was run.'),
    resolveFlag: (thread, text) => void attempt(client.doc.resolveFlag({ id: thread.id, text }), 'Flag resolved.'),
    async remove(thread) {
      const yes = await confirm({
        title: `Remove ${thread.name} from Threadbeat?`, yes: 'Remove thread', danger: true,
        text: (
          <>
            <p>Its schedule and run history are removed from Threadbeat.</p>
            <p className="mt-2">The repository stays as it is, and HEARTBEAT.md is kept.</p>
          </>
        ),
      })
      if (!yes) return
      if ((await attempt(client.threads.remove({ id: thread.id, undoMs: REMOVAL_UNDO_MS }).then(() => true))) === null) return
      toast(`${thread.name} is removed. HEARTBEAT.md is kept.`, { duration: REMOVAL_UNDO_MS, action: { label: 'Undo', onClick: () => void attempt(client.threads.keep({ id: thread.id }), `${thread.name} is back.`) } })
      navigate(PLACES.today)
    },
    reveal: (id) => void attempt(client.shell.reveal({ id })),
    async decide(thread, refusal, decision) {
      const { title, yes, said } = DECISION[decision]
      const isSure = await confirm({ title: title(thread), yes, danger: decision === 'always', text: <RuleAsItIs thread={thread} refusal={refusal} decision={decision} /> })
      if (!isSure) return false
      return (await attempt(client.permissions.decide({ id: thread.id, rule: refusal.rule, decision, confirmed: true }).then(() => true), said)) !== null
    },
    endBypass(thread) {
      if (thread.agent.kind !== 'cli') return
      void attempt(client.threads.setAgent({ id: thread.id, agent: { ...thread.agent, bypassUntil: null }, confirmed: true }), `The permission checks of ${thread.name} are on again.`)
    },
    wakeRunner: (key, name) => void attempt(client.agents.wake({ key }), `${name} is tried again with the next beat.`),
    sendAgain: async (runId) => (await attempt(client.messages.again({ runId }).then(() => true), 'Sent once more.')) !== null,
    openLink: (url) => void attempt(client.shell.openExternal({ url })),
  }
}

/** Over budget, or while the runner rests, a person is asked first. */
async function startOrAsk(client: AppContext['client'], thread: ThreadView, tier: Tier | undefined): Promise<BeatTicket | 'no'> {
  const input = { id: thread.id, ...(tier !== undefined && { tier }) }
  try {
    return await client.beat.start(input)
  } catch (cause) {
    if (!(cause instanceof ORPCError) || cause.code !== 'CONFLICT') throw cause
    const yes = await confirm({ title: `Beat ${thread.name} anyway?`, yes: 'Beat anyway', text: <><p>{messageOf(cause).replace(/ Beat anyway\?$/, '')}</p><p className="mt-2">Scheduled beats wait. This one starts now if you want it.</p></> })
    return yes ? client.beat.start({ ...input, anyway: true }) : 'no'
  }
}

const DECISION: Record<PermissionDecision, { title: (t: ThreadView) => string; yes: string; said: string }> = {
  once: { title: (t) => `Allow this once in ${t.name}?`, yes: 'Allow once', said: 'Allowed for the next run.' },
  always: { title: (t) => `Allow this from now on in ${t.name}?`, yes: 'Allow for this thread', said: 'Allowed for this thread from now on.' },
  never: { title: (t) => `Never allow this in ${t.name}?`, yes: 'Never', said: 'Refused from now on, without asking again.' },
}

function RuleAsItIs({ thread, refusal, decision }: { thread: ThreadView; refusal: Refusal; decision: PermissionDecision }): ReactNode {
  return (
    <>
      <p><Ticks text={decision === 'never' ? `${runnerName(thread.agent)} may not ${revealHidden(refusal.label)}, and you are not asked again. In its own words:` : `${decision === 'once' ? 'In its next run' : 'In every run from now on'} ${runnerName(thread.agent)} may ${revealHidden(refusal.label)}, which is, in its own words:`} /></p>
      <p className="mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all whitespace-pre-wrap text-ink">{revealHidden(refusal.rule)}</p>
      {decision !== 'never' && <p className="mt-2">It is passed to the runner as one of its rules, exactly so.</p>}
    </>
  )
}
