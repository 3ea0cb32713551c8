/**
 * `@09:00 @17:30 Check the backup` → its times, each once, and the rest. A time that does not exist stays in the rest.
 */
export function leadingTimes(text: string): { times: readonly string[]; rest: string } {
  const times = new Set<string>()
  let rest = text
  for (let m = TIME.exec(rest); m !== null; m = TIME.exec(rest)) {
    times.add(`${(m[1] ?? '').padStart(2, '0')}:${m[2]}`)
    rest = rest.slice(m[0].length)
  }
  return { times: [...times], rest }
}
const TIME = /^@([01]?\d|2[0-3]):([0-5]\d)(?:,?\s+|$)/
