import { BATCH_BYTES, BATCH_ROWS, type Fact } from './fact.ts'

/**
 * The first of these facts that go in one transaction: at most so many rows and bytes as JSON, in their order. One that
 * is larger by itself goes alone.
 */
export function firstBatch(
  facts: readonly Fact[],
  rows: number = BATCH_ROWS,
  bytes: number = BATCH_BYTES,
): readonly Fact[] {
  let size = 0
  const end = facts.findIndex((fact, i) => {
    size += utf8Bytes(JSON.stringify(fact))
    return i > 0 && (i >= rows || size > bytes)
  })
  return end === -1 ? facts : facts.slice(0, end)
}

export function utf8Bytes(text: string): number {
  let bytes = 0
  for (const char of text) bytes += bytesOf(char.codePointAt(0) ?? 0)
  return bytes
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
