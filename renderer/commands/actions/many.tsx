import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { formatDuration, SECOND } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { ReactNode } from 'react'
import { messageOf } from '../../client/attempt.ts'
import type { AppContext } from '../../client/bridge.ts'
import { notify, refuse } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { money } from '../../../shared/base/amounts.ts'
import { ASKS_OVER, beatCost } from './beat/cost.ts'
import { BULK_COPY } from './bulk-copy.ts'
import { ACTIONS } from './copy.ts'
import { pauseEnd, type PauseLength } from './pause.ts'

type Threads = readonly ThreadView[]

/** Calls under way at once; each is short, and the engine answers one after the other anyway. */
const AT_ONCE = 8

/** Does it to each; says how many went well, and once what stood in the way of the others. */
async function forAll(
  threads: Threads,
  work: (thread: ThreadView) => Promise<unknown>,
  words: (n: number) => string,
): Promise<void> {
  const left = [...threads]
  const refusals: string[] = []
  const next = async (): Promise<void> => {
    for (let thread = left.shift(); thread !== undefined; thread = left.shift()) {
      try {
        await work(thread)
      } catch (cause) {
        refusals.push(messageOf(cause))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  const done = threads.length - refusals.length
  if (done > 0) notify(words(done))
  if (refusals[0] !== undefined) refuse(BULK_COPY.refused(refusals.length, refusals[0]))
}

/** `tier` null: what is due. Many are beaten only after a word on what it may cost. */
export async function beatAll(app: AppContext, threads: Threads, tier: Tier | null): Promise<void> {
  const trusted = threads.filter((t) => t.trusted)
  if (trusted.length > ASKS_OVER) {
    const yes = await confirm({
      title: BULK_COPY.askTitle(trusted.length),
      yes: BULK_COPY.askYes(trusted.length),
      text: <CostWords threads={trusted} tier={tier} atATime={atATime(app)} />,
    })
    if (!yes) return
  }
  const start = (t: ThreadView): Promise<unknown> =>
    app.client.beat.start({ id: t.id, ...(tier !== null && { tier }) })
  await forAll(trusted, start, BULK_COPY.beating)
}

const atATime = ({ live }: AppContext): number => live.getState().fleet?.limits.heartbeats ?? 1

export function pauseAll({ client }: AppContext, threads: Threads, length: PauseLength): Promise<void> {
  const until = pauseEnd(length, Date.now())
  const { reason } = ACTIONS.pause
  return forAll(threads, (t) => client.threads.pause({ id: t.id, until, reason }), BULK_COPY.paused)
}

export const resumeAll = ({ client }: AppContext, threads: Threads): Promise<void> =>
  forAll(threads, (t) => client.threads.resume({ id: t.id }), BULK_COPY.resumed)

/** `change`: the tags a thread has afterwards, from those it has. */
export const tagAll = (
  { client }: AppContext,
  threads: Threads,
  change: (tags: readonly string[]) => readonly string[],
): Promise<void> =>
  forAll(
    threads.filter((t) => change(t.tags).join() !== t.tags.join()),
    (t) => client.threads.change({ id: t.id, tags: [...change(t.tags)] }),
    () => BULK_COPY.tagged,
  )

export const runAllWith = ({ client }: AppContext, threads: Threads, agent: AgentConfig): Promise<void> =>
  forAll(threads, (t) => client.threads.setAgent({ id: t.id, agent, confirmed: true }), BULK_COPY.runnerSet)

function CostWords({
  threads,
  tier,
  atATime,
}: {
  threads: Threads
  tier: Tier | null
  atATime: number
}): ReactNode {
  const cost = beatCost(threads, tier, atATime)
  const length = formatDuration(Math.max(SECOND, Math.round(cost.totalMs / SECOND) * SECOND))
  return (
    <ul className="flex flex-col gap-1">
      <li>{BULK_COPY.starts(cost.starts)}</li>
      {cost.usd > 0 && <li>{BULK_COPY.money(money(cost.usd))}</li>}
      {cost.byPlan > 0 && <li>{BULK_COPY.plan(cost.byPlan)}</li>}
      {cost.unpriced > 0 && <li>{BULK_COPY.unpriced(cost.unpriced)}</li>}
      <li>{BULK_COPY.time(length, atATime)}</li>
    </ul>
  )
}
