import type { OutputPiece } from '../../shared/contract/beats.ts'

/** A run that has printed something, prints one line more, and goes on until nobody listens. */
export async function* liveOutput(signal: AbortSignal | undefined): AsyncGenerator<OutputPiece> {
  const first = Array.from({ length: 60 }, (_, i) => `line ${i + 1}\n`).join('')
  yield { from: 0, to: first.length, text: first }
  yield { from: first.length + 1_400_000, to: first.length + 1_400_010, text: 'and more\n' }
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
}
