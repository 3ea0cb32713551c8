/** Far more than a beat over small repositories takes, whatever git waits for meanwhile. */
export const BEAT_MS = 75_000

const LATE = Symbol('late')

export const isLate = (value: unknown): value is typeof LATE => value === LATE

/** The answer, or that there is none so long afterwards. */
export function soon<T>(answer: Promise<T>, ms: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof LATE>((resolve) => (timer = setTimeout(() => resolve(LATE), ms)))
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Looks again and again; false: it was not so in all that time. */
export async function until(isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    if (await isSo()) return true
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
