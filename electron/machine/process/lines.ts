/** The longest line that is kept; a longer one counts as unreadable and is passed over to its end. */
export const LONGEST_LINE_BYTES = 8 * 1024 * 1024

interface Lines {
  push(chunk: Buffer): void
  /** What follows the last newline is a line, too. */
  end(): void
}

/**
 * Cuts a stream of bytes into lines, at whatever places it was cut before, in bounded memory. Characters
 * are whole: a line is decoded at once.
 */
export function lines(
  onLine: (line: string) => void,
  onTooLong: () => void,
  longestBytes = LONGEST_LINE_BYTES,
): Lines {
  let parts: Buffer[] = []
  let length = 0
  let passing = false // the line is too long already

  const add = (piece: Buffer): void => {
    if (passing) return
    length += piece.length
    if (length > longestBytes) {
      passing = true
      parts = []
    } else if (piece.length > 0) {
      parts.push(piece)
      // A flood of single bytes must not become a flood of objects.
      if (parts.length > 1024) parts = [Buffer.concat(parts)]
    }
  }
  const finish = (): void => {
    if (passing) onTooLong()
    else {
      const line = Buffer.concat(parts).toString('utf8')
      onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
    }
    parts = []
    length = 0
    passing = false
  }

  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at))
        finish()
        from = at + 1
      }
      add(chunk.subarray(from))
    },
    end() {
      if (length > 0) finish()
    },
  }
}
