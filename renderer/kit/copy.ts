/** What the kit says: how instants and lengths are told, copying, what was left out of an output. */
export const KIT = {
  time: {
    justNow: 'just now',
    minutesAgo: (min: number) => `${min} min ago`,
    hoursAgo: (h: number, min: number) => `${h} h${min === 0 ? '' : ` ${min} min`} ago`,
    underMinute: 'under 1 min',
    inMinute: 'in 1 min',
    in: (length: string) => `in ${length}`,
  },
  copy: {
    what: (what: string) => `Copy ${what}`,
    code: 'this code',
    failed: 'The clipboard cannot be reached. Select the text and copy it.',
  },
  table: 'Table',
  example: (text: string) => `e.g. ${text}`,
  calendar: 'Choose a day from the calendar',
  gap: (amount: string): string => `${amount} left out here; the beginning and the end are kept`,
} as const
