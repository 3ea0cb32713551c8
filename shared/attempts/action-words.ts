import { plural } from '../base/amounts.ts'
import type { Action } from './action.ts'

/** When it is asked, as the end of a sentence. */
export const whenWords = ({ trigger, every, scope }: Pick<Action, 'trigger' | 'every' | 'scope'>): string =>
  trigger === 'interval'
    ? `every ${plural(every, 'run')} of the ${scope}`
    : `after ${plural(every, 'run')} of the ${scope} without progress`
