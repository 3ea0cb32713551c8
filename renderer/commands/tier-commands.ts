import type { Tier } from '../../shared/schedule/tier.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { beatThread } from './actions/beat.tsx'
import { snoozeTier, TIER_SNOOZES } from './actions/threads.tsx'
import type { Command } from './command.ts'
import { COMMAND_COPY } from './copy.ts'

const { tier: words } = COMMAND_COPY

interface ThreadTier {
  readonly thread: ThreadView
  readonly tier: Tier
}
type TierCommand = Command<ThreadTier>

/** What can be done to one tier of a thread. */
export const TIER: { readonly run: TierCommand; readonly wake: TierCommand } = {
  run: {
    id: 'tier.run',
    title: words.runIt,
    keys: [],
    label: ({ tier }) => words.run(TIER_WORD[tier]),
    enabled: (_, { thread }) => thread.trusted,
    run: (app, { thread, tier }) => beatThread(app, thread, tier),
  },
  wake: {
    id: 'tier.wake',
    title: words.wake,
    keys: [],
    run: (app, { thread, tier }) => snoozeTier(app, thread, tier, null),
  },
}

/** The shortest first; each with the words of its end: "for 4 hours". */
export const TIER_SNOOZE: readonly { readonly command: TierCommand; readonly end: string }[] =
  TIER_SNOOZES.map(({ words: end, until }, nth) => ({
    end: end.toLowerCase(),
    command: {
      id: `tier.snooze.${nth}`,
      title: `${words.snooze} ${end.toLowerCase()}`,
      keys: [],
      run: (app, { thread, tier }) => snoozeTier(app, thread, tier, until()),
    },
  }))
