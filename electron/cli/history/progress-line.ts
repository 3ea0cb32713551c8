const SHOW_EVERY_MS = 200

/** Where nobody sees a line change, a new one now and then is enough. */
const LOG_EVERY_MS = 5000

/** On the error output, so that it is in nobody's file. */
export function progressLine() {
  const isTerminal = process.stderr.isTTY === true
  let shownAt = performance.now() - (isTerminal ? SHOW_EVERY_MS : 0)
  let isShown = false
  const clear = (): void => {
    if (isShown) process.stderr.write('\r\x1b[K')
    isShown = false
  }
  return {
    clear,
    tell(text: string): void {
      const now = performance.now()
      if (now - shownAt < (isTerminal ? SHOW_EVERY_MS : LOG_EVERY_MS)) return
      shownAt = now
      process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
      isShown = isTerminal
    },
    end(text: string): void {
      clear()
      process.stderr.write(`${text}\n`)
    },
  }
}
