/** Rings at once, and however often it is rung again within `everyMs`, once more when they are over. */
interface Bell {
  ring(): void
  onBell(listener: () => void): void
  stop(): void
}

export function createBell(everyMs = 250): Bell {
  const listeners: (() => void)[] = []
  let quiet: NodeJS.Timeout | null = null
  let isDue = false
  let isStopped = false

  const sound = (): void => {
    isDue = false
    quiet = setTimeout(() => {
      quiet = null
      if (isDue) sound()
    }, everyMs).unref()
    for (const listener of listeners) listener()
  }
  return {
    ring() {
      if (isStopped) return
      if (quiet === null) sound()
      else isDue = true
    },
    onBell: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true
      if (quiet !== null) clearTimeout(quiet)
    },
  }
}
