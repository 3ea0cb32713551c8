/**
 * Work of which only a few pieces go on at a time: hundreds of repositories at once would start hundreds of
 * processes. Rejects as the work does.
 */
export function atATime(limit: number): (work: () => Promise<void>) => Promise<void> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    busy++
    try {
      await work()
    } finally {
      busy--
      waiting.shift()?.()
    }
  }
}
