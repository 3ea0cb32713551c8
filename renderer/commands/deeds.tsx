import { ORPCError } from '@orpc/client'
import { toast } from 'sonner'
import type { OpenIn } from '../../shared/contract/threads.ts'
import type { AgentConfig } from '../../shared/agents/agent-config.ts'
import type { AlertId, ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { formatDuration, HOUR, SECOND, type Instant } from '../../shared/base/time.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { actionsOver, REMOVAL_UNDO_MS, type PauseLength } from './actions.tsx'
import { attempt, messageOf } from '../client/attempt.ts'
import { money } from '../kit/text/amounts.ts'
import type { AppContext } from '../client/bridge.ts'
import { confirm } from '../kit/dialog.tsx'
import { ACTIONS } from './action-copy.ts'
import { alertActionsOver } from './alert-actions.ts'
import { tableTime, tomorrowAtNine } from '../kit/time.ts'
import { ASKS_OVER, beatCost } from './bulk.ts'
import { BULK_COPY } from './bulk-copy.ts'
import { COMMAND_COPY } from './copy.ts'

/** Calls under way at once; each is short, and the engine answers one after the other anyway. */
const AT_ONCE = 8

/** What is done to one thread from its menu, or to many at once. */
export function deedsOver(bridge: AppContext) {
  const { client } = bridge

  /** Does it to each; says how many went well, and once what stood in the way of the others. */
  async function forAll(
    threads: readonly ThreadView[],
    work: (thread: ThreadView) => Promise<unknown>,
    said: (n: number) => string,
  ): Promise<number> {
    const left = [...threads]
    const refused: string[] = []
    const next = async (): Promise<void> => {
      for (let thread = left.shift(); thread !== undefined; thread = left.shift()) {
        try {
          await work(thread)
        } catch (cause) {
          refused.push(messageOf(cause))
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    const done = threads.length - refused.length
    if (done > 0) toast(said(done))
    if (refused[0] !== undefined) toast.error(BULK_COPY.refused(refused.length, refused[0]))
    return done
  }

  return {
    openIn: (thread: ThreadView, what: OpenIn, key?: string): void =>
      void attempt(openOrAsk(client, thread, what, key)).then(
        (opened) =>
          opened !== null &&
          opened !== 'no' &&
          toast(ACTIONS.opened(opened.name, thread.name), { duration: 2000 }),
      ),
    acknowledge: (thread: ThreadView): void =>
      void openAlertsOf(client, thread).then(
        (ids) => ids.length > 0 && alertActionsOver(bridge).acknowledge(ids),
      ),
    snoozeAlerts: (thread: ThreadView): void =>
      void openAlertsOf(client, thread).then(
        (ids) => ids.length > 0 && alertActionsOver(bridge).snooze(ids, 'hour'),
      ),
    /** `until` null: wakes it. */
    snoozeTier: (thread: ThreadView, tier: Tier, until: Instant | null): void =>
      void attempt(
        client.threads.snoozeTier({ id: thread.id, tier, until }),
        until === null
          ? COMMAND_COPY.tier.awake(TIER_WORD[tier], thread.name)
          : COMMAND_COPY.tier.snoozed(TIER_WORD[tier], thread.name, tableTime(until, Date.now())),
      ),
    pin: (thread: ThreadView): void =>
      void attempt(
        client.threads.change({ id: thread.id, pinned: !thread.pinned }),
        ACTIONS.pinned(thread.name, !thread.pinned),
      ),
    /** The note is a fact for the next prompt, said by the person themselves. */
    async beatWithNote(thread: ThreadView, tier: Tier, note: string): Promise<void> {
      if (note.trim() !== '') {
        const told = await attempt(
          client.events.add({
            to: thread.id,
            text: ACTIONS.note.text(note.trim()),
            source: 'cli',
            wake: 'next',
            trusted: true,
          }),
        )
        if (told === null) return
        if (told.state === 'off') toast.error(ACTIONS.note.off)
      }
      actionsOver(bridge).beat(thread, tier)
    },
    async beatAll(threads: readonly ThreadView[], tier: Tier | null, atATime: number): Promise<void> {
      const able = threads.filter((t) => t.trusted)
      if (
        able.length > ASKS_OVER &&
        !(await confirm({
          title: BULK_COPY.askTitle(able.length),
          yes: BULK_COPY.askYes(able.length),
          text: <CostWords threads={able} tier={tier} atATime={atATime} />,
        }))
      )
        return
      await forAll(
        able,
        (t) => client.beat.start({ id: t.id, ...(tier !== null && { tier }) }),
        BULK_COPY.beating,
      )
    },
    pauseAll(threads: readonly ThreadView[], length: PauseLength): Promise<number> {
      const now = Date.now()
      const until = length === 'hour' ? now + HOUR : length === 'tomorrow' ? tomorrowAtNine(now) : null
      return forAll(
        threads,
        (t) => client.threads.pause({ id: t.id, until, reason: ACTIONS.pause.reason }),
        BULK_COPY.paused,
      )
    },
    resumeAll: (threads: readonly ThreadView[]) =>
      forAll(threads, (t) => client.threads.resume({ id: t.id }), BULK_COPY.resumed),
    /** `change`: the tags a thread has afterwards, from those it has. */
    tagAll: (threads: readonly ThreadView[], change: (tags: readonly string[]) => readonly string[]) =>
      forAll(
        threads.filter((t) => change(t.tags).join() !== t.tags.join()),
        (t) => client.threads.change({ id: t.id, tags: [...change(t.tags)] }),
        () => BULK_COPY.tagged,
      ),
    runAllWith: (threads: readonly ThreadView[], agent: AgentConfig) =>
      forAll(
        threads,
        (t) => client.threads.setAgent({ id: t.id, agent, confirmed: true }),
        BULK_COPY.runnerSet,
      ),
    async removeAll(threads: readonly ThreadView[]): Promise<boolean> {
      const yes = await confirm({
        title: BULK_COPY.removeTitle(threads.length),
        yes: BULK_COPY.removeYes(threads.length),
        danger: true,
        text: BULK_COPY.removeText,
      })
      if (!yes) return false
      const gone: ThreadId[] = []
      const refused: string[] = []
      for (const { id } of threads)
        await client.threads.remove({ id, undoMs: REMOVAL_UNDO_MS }).then(
          () => gone.push(id),
          (cause: unknown) => refused.push(messageOf(cause)),
        )
      const undo = (): void =>
        void attempt(Promise.all(gone.map((id) => client.threads.keep({ id }))), BULK_COPY.kept(gone.length))
      if (gone.length > 0)
        toast(BULK_COPY.removed(gone.length), {
          duration: REMOVAL_UNDO_MS,
          action: { label: 'Undo', onClick: undo },
        })
      if (refused[0] !== undefined) toast.error(BULK_COPY.refused(refused.length, refused[0]))
      return true
    },
  }
}
export type Deeds = ReturnType<typeof deedsOver>

/**
 * All of them, also those beyond what the fleet carries along; empty: none, or they could not be read,
 * which was said.
 */
async function openAlertsOf(client: AppContext['client'], thread: ThreadView): Promise<readonly AlertId[]> {
  if (thread.openAlerts === 0) return []
  const open = await attempt(client.alerts.openOf({ threadId: thread.id }))
  return (open ?? []).map((a) => a.id)
}

/** A person is asked before a shell starts in a folder that they do not trust. */
async function openOrAsk(
  client: AppContext['client'],
  thread: ThreadView,
  what: OpenIn,
  key: string | undefined,
): Promise<{ name: string } | 'no'> {
  const input = { id: thread.id, what, ...(key !== undefined && { with: key }) }
  try {
    return await client.shell.openIn(input)
  } catch (cause) {
    if (!(cause instanceof ORPCError) || cause.code !== 'CONFLICT') throw cause
    const yes = await confirm({
      title: ACTIONS.untrusted.title(thread.name),
      yes: ACTIONS.untrusted.yes,
      danger: true,
      text: (
        <>
          <p>{messageOf(cause)}</p>
          <p className="mt-2">{ACTIONS.untrusted.safe}</p>
        </>
      ),
    })
    return yes ? client.shell.openIn({ ...input, anyway: true }) : 'no'
  }
}

function CostWords({
  threads,
  tier,
  atATime,
}: {
  threads: readonly ThreadView[]
  tier: Tier | null
  atATime: number
}) {
  const cost = beatCost(threads, tier, atATime)
  return (
    <ul className="flex flex-col gap-1">
      <li>{BULK_COPY.starts(cost.starts)}</li>
      {cost.usd > 0 && <li>{BULK_COPY.money(money(cost.usd))}</li>}
      {cost.byPlan > 0 && <li>{BULK_COPY.plan(cost.byPlan)}</li>}
      {cost.unpriced > 0 && <li>{BULK_COPY.unpriced(cost.unpriced)}</li>}
      <li>
        {BULK_COPY.time(
          formatDuration(Math.max(SECOND, Math.round(cost.totalMs / SECOND) * SECOND)),
          atATime,
        )}
      </li>
    </ul>
  )
}
