import { parseDuration, type DurationUnit } from './time.ts'

/** What a person types into a field: "12 min", "1 h 30 min", "90". null: unreadable. */
export const readDuration = (text: string, unit: DurationUnit): number | null =>
  parseDuration(
    text
      .toLowerCase()
      .replace(/seconds?|secs?/g, 's')
      .replace(/minutes?|mins?/g, 'm')
      .replace(/hours?|hrs?/g, 'h')
      .replace(/days?/g, 'd')
      .replace(/\s+/g, ''),
    unit,
  )
