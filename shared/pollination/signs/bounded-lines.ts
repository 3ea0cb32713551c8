/** No file is read further than this, in characters, lines, and characters of a line. */
const MOST = { text: 400_000, lines: 8_000, line: 1_000 }

/** The lines of a text that may be anything: without their endings, and no more of them than anybody writes. */
export function boundedLines(text: string): string[] {
  const lines = text.slice(0, MOST.text).split(/\r\n|[\r\n]/, MOST.lines)
  return lines.map((line) => (line.length > MOST.line ? line.slice(0, MOST.line) : line))
}

/** Columns before the first character that is no space. */
export const indentOf = (line: string): number => line.length - line.trimStart().length
