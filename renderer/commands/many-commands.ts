import type { Tier } from '../../shared/schedule/tier.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { beatAll, pauseAll, resumeAll } from './actions/many.tsx'
import type { PauseLength } from './actions/pause.ts'
import { removeAll } from './actions/removal.tsx'
import { BULK_COPY } from './actions/bulk-copy.ts'
import { ACTIONS } from './actions/copy.ts'
import { useAsking } from './asking.ts'
import type { Command } from './command.ts'

type Threads = readonly ThreadView[]
type ManyCommand<Outcome = unknown> = Command<Threads, Outcome>

const going = (threads: Threads): Threads => threads.filter((t) => t.pause === null)
const paused = (threads: Threads): Threads => threads.filter((t) => t.pause !== null)

/** null: what is due. */
const beatMany = (tier: Tier | null): ManyCommand => ({
  id: `threads.beat.${tier ?? 'due'}`,
  title: tier === null ? BULK_COPY.due : TIER_WORD[tier],
  keys: [],
  run: (app, threads) => beatAll(app, threads, tier),
})
const pauseMany = (length: PauseLength): ManyCommand => ({
  id: `threads.pause.${length}`,
  title: ACTIONS.pause.choices[length],
  keys: [],
  enabled: (_, threads) => going(threads).length > 0,
  run: (app, threads) => pauseAll(app, going(threads), length),
})

/** What can be done to several threads at once. */
export const MANY: {
  readonly beat: readonly ManyCommand[]
  readonly pause: readonly ManyCommand[]
  readonly resume: ManyCommand
  readonly tags: ManyCommand
  readonly remove: ManyCommand<Promise<boolean>>
} = {
  beat: [beatMany(null), beatMany('quick'), beatMany('hourly'), beatMany('daily')],
  pause: [pauseMany('hour'), pauseMany('tomorrow'), pauseMany('open')],
  resume: {
    id: 'threads.resume',
    title: BULK_COPY.resume,
    keys: [],
    enabled: (_, threads) => paused(threads).length > 0,
    run: (app, threads) => resumeAll(app, paused(threads)),
  },
  tags: {
    id: 'threads.tags',
    title: BULK_COPY.tag,
    keys: [],
    run: (_, threads) => useAsking.getState().askTags(threads.map((t) => t.id)),
  },
  /** Resolves to false when the person would rather not. */
  remove: { id: 'threads.remove', title: BULK_COPY.remove, keys: [], isDanger: true, run: removeAll },
}
