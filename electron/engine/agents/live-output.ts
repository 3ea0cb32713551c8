import type { OutputPiece } from '../../../shared/contract/beats.ts'

/** Characters that somebody who opens a run in the middle still sees. */
const KEPT_CHARS = 64 * 1024

/** What a run in flight prints, its newest end kept in bounded memory. */
export interface LiveOutput {
  readonly push: (text: string) => void
  /** What came behind `at`, as the piece before told it; 0: from the beginning. */
  since(at: number): OutputPiece
  /** Called when more came, or nothing will come any more. Returns its end. */
  onMore(listener: () => void): () => void
  end(): void
  isOver(): boolean
}

export function createLiveOutput(keptChars = KEPT_CHARS): LiveOutput {
  let kept = ''
  let total = 0
  let isOver = false
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of [...listeners]) listener()
  }
  return {
    push(text) {
      if (text === '' || isOver) return
      kept += text
      total += text.length
      // Not at each piece: a flood of small ones would be copied over and over.
      if (kept.length > 2 * keptChars) kept = kept.slice(-keptChars)
      tell()
    },
    since(at) {
      const text = total <= at ? '' : kept.slice(-Math.min(keptChars, total - at))
      return { from: total - text.length, to: total, text }
    },
    onMore(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end() {
      isOver = true
      tell()
    },
    isOver: () => isOver,
  }
}
