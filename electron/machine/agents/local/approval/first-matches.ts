/** Of a text that somebody else wrote: the first of them, not all that there are. */
export function firstMatches(text: string, pattern: RegExp, most: number): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    if (found.length >= most) break
    found.push(match)
  }
  return found
}
