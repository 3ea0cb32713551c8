/**
 * Work of which only a few pieces go on at a time: hundreds of repositories at once would start hundreds of
 * processes. Returns and rejects as the work does.
 */
export function atATime(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    busy++
    try {
      return await work()
    } finally {
      busy--
      waiting.shift()?.()
    }
  }
}
