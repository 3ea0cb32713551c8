/**
 * A short name for a text: 64 bits in hex, by two lanes of multiply-and-xor (cyrb53 without its cut to 53
 * bits). For telling texts apart, not against somebody who wants two to look the same.
 */
export function textHash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2654435761)
    b = Math.imul(b ^ c, 1597334677)
  }
  // Each bit of one lane reaches the other, so that a change at the end of the text changes all of the
  // name.
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return hex(b) + hex(a)
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0')
