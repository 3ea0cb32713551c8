import { DAY, HOUR, type Instant } from '../../shared/base/time.ts'
import { tomorrowAtNine } from '../kit/time.ts'
import { COMMAND_COPY } from './copy.ts'

const { ends } = COMMAND_COPY.tier

/** For how long a tier can be put off from a menu; the time is counted from the choice. */
export const snoozeEnds = (): readonly { readonly words: string; readonly until: () => Instant }[] => [
  { words: ends.hour, until: () => Date.now() + HOUR },
  { words: ends.four, until: () => Date.now() + 4 * HOUR },
  { words: ends.tomorrow, until: () => tomorrowAtNine(Date.now()) },
  { words: ends.week, until: () => Date.now() + 7 * DAY },
]
