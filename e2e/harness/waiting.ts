/**
 * Waiting for something that is announced: no sleeps, and a failure that says what was awaited and what was
 * there instead.
 */
export class Announcements {
  readonly #listeners = new Set<() => void>()

  announce(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  /** Asks now and after every announcement, until the answer is not null. */
  async until<T>(
    what: string,
    ask: () => T | null | Promise<T | null>,
    options: { timeoutMs?: number; seen?: () => unknown } = {},
  ): Promise<T> {
    const timeoutMs = options.timeoutMs ?? 15_000
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const next = this.#next(deadline) // before asking: what is announced meanwhile is not missed
      const answer = await ask()
      if (answer !== null) {
        next.cancel()
        return answer
      }
      if (!(await next.announced)) {
        const last = await ask()
        if (last !== null) return last
        const seen = options.seen ? `; seen: ${JSON.stringify(await options.seen())}` : ''
        throw new Error(`Waited ${timeoutMs} ms for ${what}${seen}`)
      }
    }
  }

  #next(deadline: number): { announced: Promise<boolean>; cancel: () => void } {
    let cancel = (): void => {}
    const announced = new Promise<boolean>((resolve) => {
      const finish = (isAnnounced: boolean): void => {
        clearTimeout(timer)
        this.#listeners.delete(listener)
        resolve(isAnnounced)
      }
      const listener = (): void => finish(true)
      const timer = setTimeout(() => finish(false), Math.max(0, deadline - Date.now()))
      this.#listeners.add(listener)
      cancel = () => finish(false)
    })
    return { announced, cancel }
  }
}
