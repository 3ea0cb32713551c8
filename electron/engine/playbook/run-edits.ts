import type { Instant } from '../../../shared/base/time.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { isToDo } from '../../../shared/playbook/work-queue.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import { zoneOf } from '../schedule/pace.ts'

// What the engine itself writes into HEARTBEAT.md around a run.

/** Tiers whose stamp says `(never)`. */
export const unstampedOf = ({ stamps }: HeartbeatDoc, tiers: readonly Tier[]): readonly Tier[] =>
  tiers.filter((tier) => stamps[tier].never)

type Move = Extract<HeartbeatEdit, { readonly do: 'moveWork' }>

export const moveBy = (
  thread: Thread,
  at: Instant,
  ports: Pick<Ports, 'clock'>,
): Omit<Move, 'id' | 'to'> => ({
  do: 'moveWork',
  by: 'engine',
  at,
  timeZone: zoneOf(thread, ports),
})

const WORK_LOOKED_AT = 20

/**
 * Items to do that this thread's runner can take: an agent any, local checks those whose title is an approved
 * command.
 */
export async function workableItems(
  thread: Thread,
  doc: HeartbeatDoc,
  ports: Ports,
  store: Pick<Store, 'permissions'>,
): Promise<ReadonlySet<string>> {
  const toDo = doc.work.filter(isToDo)
  if (thread.agent.kind !== 'local') return new Set(toDo.map((item) => item.id))
  const approved = store.permissions.approvals(thread.id)
  const workable = new Set<string>()
  for (const item of toDo.slice(0, WORK_LOOKED_AT)) {
    const [command] = await ports.repositories.listCommands(thread.repoPath, [
      { key: workKey(item), tier: 'quick', text: item.title },
    ])
    if (command !== undefined && approved.has(command.hash)) workable.add(item.id)
  }
  return workable
}

/** Before: chosen work is marked, and an agent finds its tiers unticked. */
export function openingEdits(
  run: ClaimedRun,
  plan: BeatPlan,
  thread: Thread,
  ports: Ports,
): readonly HeartbeatEdit[] {
  const move = moveBy(thread, run.startedAt, ports)
  return [
    ...plan.work.flatMap(({ id, state }) => [
      ...(state === 'failed' ? [{ ...move, id, to: 'pending' as const }] : []), // uses an attempt
      { ...move, id, to: 'in-progress' as const },
    ]),
    ...(thread.agent.kind === 'local' ? [] : plan.tiers.map((tier) => ({ do: 'untickTier' as const, tier }))),
  ]
}

/** A beat that was worked. */
interface WorkedBeat {
  readonly run: ClaimedRun
  readonly thread: Thread
  readonly plan: BeatPlan
  readonly tasks: readonly TaskResult[]
  /** Those of lines that the app worked itself. */
  readonly byApp: readonly TaskResult[]
  readonly agentStarted: boolean
  readonly stamps: readonly Tier[]
}

/** After: ticks for what passed, and the run's start as the tiers' time. */
export function closingEdits(beat: WorkedBeat, ports: Ports): readonly HeartbeatEdit[] {
  const { run, thread, stamps } = beat
  const timeZone = zoneOf(thread, ports)
  return [
    ...tickEdits(beat),
    ...stamps.map((tier) => ({ do: 'stamp', tier, at: run.startedAt, timeZone }) as const),
  ]
}

/** An agent found its tiers unticked, and ticks its own lines. */
function tickEdits({ plan, byApp, agentStarted }: WorkedBeat): readonly HeartbeatEdit[] {
  const passed = new Set(byApp.filter((t) => t.status === 'passed').map((t) => t.key))
  const keys = plan.tasks.map(({ key }) => key).filter((key) => passed.has(key))
  return [
    ...(agentStarted ? [] : plan.tiers.map((tier) => ({ do: 'untickTier', tier }) as const)),
    ...(keys.length > 0 ? [{ do: 'tickTasks', keys } as const] : []),
  ]
}
