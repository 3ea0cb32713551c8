import { attempt, messageOf } from '../client/attempt.ts'
import { ORPCError } from '@orpc/client'
import { useMemo, type ReactNode } from 'react'
import { toast } from 'sonner'
import type { BeatTicket } from '../../shared/contract/beats.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import type { PermissionDecision } from '../../shared/agents/permission.ts'
import type { Refusal } from '../../shared/agents/agent-turn.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { HOUR } from '../../shared/base/time.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { confirm } from '../kit/dialog.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { ACTIONS } from './action-copy.ts'
import { navigate, PLACES, runPath } from '../client/navigation.ts'
import { clockTime, tomorrowAtNine } from '../kit/time.ts'
import { useUi } from '../client/ui-state.ts'

/**
 * What a person can do from several places: the call, the toast, the undo. Every one says what came of it.
 */
export interface Actions {
  beat(thread: ThreadView, tier?: Tier): void
  beatAllDue(): void
  pause(thread: ThreadView | null, length: PauseLength): void
  resume(thread: ThreadView | null): void
  trust(thread: ThreadView, on: boolean): Promise<boolean>
  /** Resolves to whether it was asked for. */
  stop(runId: RunId): Promise<boolean>
  /** Whatever runs now, after one question. */
  stopAll(): Promise<void>
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

export function useActions(): Actions {
  const bridge = useBridge()
  return useMemo(() => actionsOver(bridge), [bridge])
}

export function actionsOver({ client, live }: AppContext): Actions {
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
        if (ticket.state === 'running') toast(ACTIONS.beat.running(thread.name))
        else if (ticket.state === 'merged') toast(ACTIONS.beat.joined(thread.name))
        else {
          toast(ACTIONS.beat.queued(thread.name, tier === undefined ? undefined : TIER_WORD[tier]), {
            duration: 5000,
            action: {
              label: ACTIONS.undo,
              onClick: () =>
                void attempt(client.beat.cancel({ itemId: ticket.itemId }), ACTIONS.beat.cancelled),
            },
          })
        }
      })()
    },
    beatAllDue() {
      void (async () => {
        const tickets = await attempt(client.beat.allDue())
        if (tickets !== null) toast(ACTIONS.beat.allQueued(tickets.length))
      })()
    },
    pause(thread, length) {
      const now = Date.now()
      const until = length === 'hour' ? now + HOUR : length === 'tomorrow' ? tomorrowAtNine(now) : null
      const end =
        until === null
          ? ACTIONS.pause.end.open
          : length === 'tomorrow'
            ? ACTIONS.pause.end.tomorrow
            : ACTIONS.pause.end.at(clockTime(until))
      void attempt(
        client.threads.pause({ id: thread?.id ?? null, until, reason: ACTIONS.pause.reason }),
        ACTIONS.pause.done(thread?.name, end),
      )
    },
    resume: (thread) =>
      void attempt(client.threads.resume({ id: thread?.id ?? null }), ACTIONS.pause.over(thread?.name)),
    async trust(thread, on) {
      const yes = await confirm(
        on
          ? {
              title: ACTIONS.trust.title(thread.name),
              yes: ACTIONS.trust.yes,
              text: (
                <>
                  <p>{ACTIONS.trust.reads}</p>
                  <p className="mt-2">{ACTIONS.trust.commands}</p>
                  <p className="mt-2 font-mono text-12">{thread.repoPath}</p>
                </>
              ),
            }
          : {
              title: ACTIONS.trust.stop.title(thread.name),
              yes: ACTIONS.trust.stop.yes,
              danger: true,
              text: ACTIONS.trust.stop.text,
            },
      )
      if (!yes) return false
      return (
        (await attempt(
          client.threads.trust({ id: thread.id, on }).then(() => true),
          on ? ACTIONS.trust.done(thread.name) : ACTIONS.trust.stop.done(thread.name),
        )) !== null
      )
    },
    stop: async (runId) =>
      (await attempt(
        client.beat.stop({ runId }).then(() => true),
        ACTIONS.beat.stopping,
      )) !== null,
    async stopAll() {
      const running = (): ThreadView[] =>
        [...live.getState().threads.values()].filter((t) => t.running !== null)
      const asked = running()
      if (asked.length === 0) return void toast(ACTIONS.stopAll.none)
      if (
        !(await confirm({
          title: ACTIONS.stopAll.title(asked.length),
          yes: ACTIONS.stopAll.yes,
          danger: true,
          text: ACTIONS.stopAll.text(asked.map((t) => t.name)),
        }))
      )
        return
      // What ended by itself meanwhile has nothing to be stopped; what began after the question was not
      // asked about.
      const runIds = running().flatMap((t) =>
        t.running !== null && asked.some((a) => a.running?.runId === t.running?.runId)
          ? [t.running.runId]
          : [],
      )
      await attempt(
        Promise.all(runIds.map((runId) => client.beat.stop({ runId }))),
        ACTIONS.stopAll.done(runIds.length),
      )
    },
    cancel: (itemId) => void attempt(client.beat.cancel({ itemId }), ACTIONS.beat.cancelled),
    resolveFlag: (thread, text) =>
      void attempt(client.doc.resolveFlag({ id: thread.id, text }), ACTIONS.flagResolved),
    async remove(thread) {
      const yes = await confirm({
        title: ACTIONS.remove.title(thread.name),
        yes: ACTIONS.remove.yes,
        danger: true,
        text: (
          <>
            <p>{ACTIONS.remove.history}</p>
            <p className="mt-2">{ACTIONS.remove.repository}</p>
          </>
        ),
      })
      if (!yes) return
      if (
        (await attempt(
          client.threads.remove({ id: thread.id, undoMs: REMOVAL_UNDO_MS }).then(() => true),
        )) === null
      )
        return
      toast(ACTIONS.remove.done(thread.name), {
        duration: REMOVAL_UNDO_MS,
        action: {
          label: ACTIONS.undo,
          onClick: () =>
            void attempt(client.threads.keep({ id: thread.id }), ACTIONS.remove.kept(thread.name)),
        },
      })
      navigate(PLACES.today)
    },
    reveal: (id) => void attempt(client.shell.reveal({ id })),
    async decide(thread, refusal, decision) {
      const { title, yes, said } = ACTIONS.decide[decision]
      const isSure = await confirm({
        title: title(thread.name),
        yes,
        danger: decision === 'always',
        text: <RuleAsItIs thread={thread} refusal={refusal} decision={decision} />,
      })
      if (!isSure) return false
      return (
        (await attempt(
          client.permissions
            .decide({ id: thread.id, rule: refusal.rule, decision, confirmed: true })
            .then(() => true),
          said,
        )) !== null
      )
    },
    endBypass(thread) {
      if (thread.agent.kind !== 'cli') return
      void attempt(
        client.threads.setAgent({
          id: thread.id,
          agent: { ...thread.agent, bypassUntil: null },
          confirmed: true,
        }),
        ACTIONS.checksOn(thread.name),
      )
    },
    wakeRunner: (key, name) => void attempt(client.agents.wake({ key }), ACTIONS.runnerTried(name)),
    sendAgain: async (runId) =>
      (await attempt(
        client.messages.again({ runId }).then(() => true),
        ACTIONS.sentAgain,
      )) !== null,
    openLink: (url) => void attempt(client.shell.openExternal({ url })),
  }
}

/** Over budget, or while the runner rests, a person is asked first. */
async function startOrAsk(
  client: AppContext['client'],
  thread: ThreadView,
  tier: Tier | undefined,
): Promise<BeatTicket | 'no'> {
  const input = { id: thread.id, ...(tier !== undefined && { tier }) }
  try {
    return await client.beat.start(input)
  } catch (cause) {
    if (!(cause instanceof ORPCError) || cause.code !== 'CONFLICT') throw cause
    const yes = await confirm({
      title: ACTIONS.beat.anyway.title(thread.name),
      yes: ACTIONS.beat.anyway.yes,
      text: (
        <>
          <p>{messageOf(cause).replace(/ Beat anyway\?$/, '')}</p>
          <p className="mt-2">{ACTIONS.beat.anyway.text}</p>
        </>
      ),
    })
    return yes ? client.beat.start({ ...input, anyway: true }) : 'no'
  }
}

function RuleAsItIs({
  thread,
  refusal,
  decision,
}: {
  thread: ThreadView
  refusal: Refusal
  decision: PermissionDecision
}): ReactNode {
  return (
    <>
      <p>
        <Ticks text={ACTIONS.decide[decision].rule(runnerName(thread.agent), revealHidden(refusal.label))} />
      </p>
      <p className="mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all whitespace-pre-wrap text-ink">
        {revealHidden(refusal.rule)}
      </p>
      {decision !== 'never' && <p className="mt-2">{ACTIONS.ruleExact}</p>}
    </>
  )
}
