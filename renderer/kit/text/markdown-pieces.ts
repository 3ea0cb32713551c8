/** A part of an agent's text, and whether it is read as Markdown or shown as it stands. */
interface MarkdownPiece {
  readonly text: string
  readonly isMarkdown: boolean
}

/** Reading Markdown takes time that grows with the square of a text made for it: this much at once. */
const PIECE_CHARS = 4000
/** Beyond it the window would stand still over a text made to stop it. */
const MARKDOWN_CHARS = 64_000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Quotes and lists in each other, deeper than a reader of Markdown can call itself. */
const DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m

/** Divided at empty lines outside of code, and only where it is long. */
export function piecesOf(text: string): readonly MarkdownPiece[] {
  if (text.length > MARKDOWN_CHARS) return [{ text, isMarkdown: false }]
  return texts(text.replaceAll('\r\n', '\n')).map((piece) => ({
    text: piece.text,
    isMarkdown: piece.proseChars <= PIECE_CHARS && !DEEP.test(piece.text),
  }))
}

interface Paragraphs {
  text: string
  proseChars: number // code is read quickly, however long
}

function texts(text: string): readonly Paragraphs[] {
  const pieces: Paragraphs[] = []
  for (const block of blocksOf(text)) {
    const last = pieces.at(-1)
    if (last === undefined || last.proseChars + block.proseChars > PIECE_CHARS) pieces.push(block)
    else {
      last.text += block.text
      last.proseChars += block.proseChars
    }
  }
  return pieces
}

function blocksOf(text: string): readonly Paragraphs[] {
  const blocks: Paragraphs[] = []
  let block: Paragraphs = { text: '', proseChars: 0 }
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? null
    if (fence === null) {
      fence = mark
      block.proseChars += line.length + 1
    } else if (mark?.startsWith(fence) === true) fence = null
    block.text += `${line}\n`
    if (fence !== null || line.trim() !== '') continue
    blocks.push(block)
    block = { text: '', proseChars: 0 }
  }
  return [...blocks, block].filter(({ text: written }) => written.trim() !== '')
}
