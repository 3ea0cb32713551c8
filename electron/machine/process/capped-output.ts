const HEAD_BYTES = 64 * 1024
const TAIL_BYTES = 192 * 1024

/**
 * Smaller pieces are copied together, so that a flood of single bytes does not become a flood of objects.
 */
const SMALL_BYTES = 4096
const SHELF_BYTES = 16 * 1024

interface CappedOutput {
  push(chunk: Buffer): void
  /** What was kept, as text; a gap line names the bytes left out between beginning and end. */
  text(): string
}

/** Keeps the beginning and the end of a stream in bounded memory, whatever comes in whatever pieces. */
export function cappedOutput(headBytes = HEAD_BYTES, tailBytes = TAIL_BYTES): CappedOutput {
  const head: Buffer[] = []
  const tail: Buffer[] = [] // the newest pieces, at least tailBytes of them once so much has come
  let headRoom = headBytes
  let tailKept = 0
  let afterHead = 0 // bytes that came after the head, kept or not
  let shelf: Buffer | null = null // holds small pieces; its filled part is not in a list yet
  let shelfFilled = 0

  const clearShelf = (): void => {
    if (shelf !== null && shelfFilled > 0) tail.push(shelf.subarray(0, shelfFilled))
    shelf = null
    shelfFilled = 0
  }
  const pushTail = (chunk: Buffer): void => {
    afterHead += chunk.length
    tailKept += chunk.length
    if (chunk.length >= SMALL_BYTES) {
      clearShelf()
      tail.push(chunk)
    } else {
      if (shelfFilled + chunk.length > SHELF_BYTES) clearShelf()
      shelf ??= Buffer.allocUnsafeSlow(SHELF_BYTES)
      shelfFilled += chunk.copy(shelf, shelfFilled)
    }
    for (
      let oldest = tail[0];
      oldest !== undefined && tailKept - oldest.length >= tailBytes;
      oldest = tail[0]
    ) {
      tailKept -= oldest.length
      tail.shift()
    }
  }

  return {
    push(chunk) {
      if (headRoom === 0) return pushTail(chunk)
      // A copy: a small piece may be a view into a much larger buffer.
      const first = Buffer.from(chunk.subarray(0, headRoom))
      headRoom -= first.length
      head.push(first)
      if (head.length > 64) head.splice(0, head.length, Buffer.concat(head))
      if (first.length < chunk.length) pushTail(chunk.subarray(first.length))
    },
    text() {
      clearShelf()
      const start = Buffer.concat(head)
      const end = Buffer.concat(tail)
      if (afterHead <= tailBytes) return decode(Buffer.concat([start, end]))
      const last = end.subarray(end.length - tailBytes)
      return [
        decode(withoutCutEnd(start)),
        gapLine(afterHead - tailBytes),
        decode(withoutCutStart(last)),
      ].join('\n')
    },
  }
}

/** Stands for what was not kept. */
export const gapLine = (bytes: number): string => `… ${bytes.toLocaleString('en-US')} bytes left out …`
export const hasGap = (text: string): boolean => /^… [\d,]+ bytes left out …$/m.test(text)

/** Invalid bytes become U+FFFD; so does a run of NULs, which would end the text for some of its readers. */
const decode = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0+/g, '\uFFFD')

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The cut may have gone through a character. */
function withoutCutStart(bytes: Buffer): Buffer {
  let at = 0
  while (at < 3 && isContinuation(bytes[at])) at++
  return bytes.subarray(at)
}

function withoutCutEnd(bytes: Buffer): Buffer {
  let start = bytes.length - 1
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start--
  return bytes.length - start < lengthOf(bytes[start] ?? 0) ? bytes.subarray(0, start) : bytes
}

/** How many bytes a character has that begins with this one. */
function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}
