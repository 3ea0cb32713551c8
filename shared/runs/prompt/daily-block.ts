/** What a daily beat asks of its agent besides the list. */
export interface DailyAsk {
  /** What the day taught. */
  readonly reflect: boolean
}
export const NOT_ASKED: DailyAsk = { reflect: false }

const REFLECT = [
  'When all of that is done, reflect: what did the day teach about this repository? Call `write_reflection` once, ' +
    'with about "day" and a few plain sentences:',
  '- what was learnt, tied to what was seen: the commit, the file, the check or the run that shows it',
  '- one next step',
  'Where the day taught nothing, write exactly that in one sentence.',
]
/** A reflection alone must not turn a quiet beat into news. */
const NO_NEWS =
  'This is kept as a page and is no news for the person: the reply stays as it would be without it.'

/** Asked last, so that it costs no turn of its own; empty: nothing is asked. */
export function dailyBlock({ reflect }: DailyAsk): readonly string[] {
  return reflect ? ['', ...REFLECT, NO_NEWS] : []
}
