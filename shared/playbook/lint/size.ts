import { fault, type Fault } from '../../base/faults.ts'
import { splitLines } from '../lines.ts'

/**
 * Bounds of a HEARTBEAT.md: a book fits into them, and the main process reads what keeps to them within 50 ms.
 */
export const MAX_BYTES = 500_000
const MAX_LINES = 5_000

/** file.too_large; null: the text keeps to both bounds. */
export function sizeFault(named: string, text: string, bytes: number): Fault | null {
  if (bytes > MAX_BYTES)
    return fault('file.too_large', `${named} has ${bytes} bytes; the limit is ${MAX_BYTES}`)
  const lines = splitLines(text).length
  return lines <= MAX_LINES
    ? null
    : fault('file.too_large', `${named} has ${lines} lines; the limit is ${MAX_LINES}`)
}
