/** How instants and lengths are told. */
export const TIME = {
  justNow: 'just now',
  minutesAgo: (min: number) => `${min} min ago`,
  hoursAgo: (h: number, min: number) => `${h} h${min === 0 ? '' : ` ${min} min`} ago`,
  underMinute: 'under 1 min',
  inMinute: 'in 1 min',
  in: (length: string) => `in ${length}`,
} as const
