/** A Markdown code span: `text` between two runs of backticks of the same length. */
interface CodeSpan {
  readonly text: string // what stands between the backticks, as written
  readonly start: number // index of the opening backtick
  readonly end: number // index after the closing one
}

/** Linear also for a line of unclosed backticks: each run length is looked for once. */
export function codeSpans(line: string): readonly CodeSpan[] {
  const runs = [...line.matchAll(/`+/g)].map((m) => ({ at: m.index, length: m[0].length }))
  const nextOfLength = new Map<number, number>() // run length → index in runs, filled from the right
  const closing: (number | undefined)[] = new Array<number | undefined>(runs.length)
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.length ?? 0
    closing[i] = nextOfLength.get(length)
    nextOfLength.set(length, i)
  }
  const spans: CodeSpan[] = []
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i]
    const close = closing[i] === undefined ? undefined : runs[closing[i] ?? 0]
    if (open === undefined || close === undefined) continue
    spans.push({
      text: line.slice(open.at + open.length, close.at),
      start: open.at,
      end: close.at + close.length,
    })
    i = closing[i] ?? i
  }
  return spans
}

export const firstCodeSpan = (line: string): CodeSpan | null => codeSpans(line)[0] ?? null

/** The line with its code blanked out, each character at its place. */
export function outsideSpans(line: string): string {
  let out = ''
  let from = 0
  for (const { start, end } of codeSpans(line)) {
    out += line.slice(from, start) + ' '.repeat(end - start)
    from = end
  }
  return out + line.slice(from)
}
