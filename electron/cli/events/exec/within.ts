/**
 * What comes in time; otherwise, and where it fails, the fallback. The signals say that somebody is
 * impatient.
 */
export async function within<T>(
  ms: number,
  fallback: T,
  work: (signal: AbortSignal) => Promise<T>,
  impatient: readonly NodeJS.Signals[] = [],
): Promise<T> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let giveUp: () => void = () => {}
  const tooLate = new Promise<T>((resolve) => {
    giveUp = () => resolve(fallback)
    timer = setTimeout(giveUp, ms)
  })
  for (const signal of impatient) process.on(signal, giveUp)
  try {
    return await Promise.race([work(abort.signal).catch(() => fallback), tooLate])
  } finally {
    clearTimeout(timer)
    for (const signal of impatient) process.removeListener(signal, giveUp)
    abort.abort()
  }
}
