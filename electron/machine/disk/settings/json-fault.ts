/**
 * Where a text that is no JSON begins to be none, counted from 1. The words of the runtime say it in some cases only,
 * and then with a piece of the text.
 */
export function faultInJson(text: string): { readonly line: number; readonly column: number } {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const before = text.slice(0, good).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** More text could make it JSON: the runtime misses something at its end, or nothing. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const words = String(error)
    if (/Unexpected end of JSON input|Unterminated string/.test(words)) return true
    const at = / at position (\d{1,12})(?: \(line \d+ column \d+\))?$/.exec(words)?.[1]
    return at !== undefined && Number(at) >= text.length
  }
}
