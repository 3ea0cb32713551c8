import { RangeSetBuilder, type Extension } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

/** Its first letter, after the mark of a list and the box of a task, is of a script from right to left. */
const FROM_RIGHT = /^\s*(?:[-*+]\s+)?(?:\[\w*\]\s+)*[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const fromRight = Decoration.line({ attributes: { dir: 'rtl' } })

function linesOf(view: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const range of view.visibleRanges)
    for (let at = range.from; at <= range.to; ) {
      const line = view.state.doc.lineAt(at)
      if (FROM_RIGHT.test(line.text)) lines.add(line.from, line.from, fromRight)
      at = line.to + 1
    }
  return lines.finish()
}

/** Each line stands as it is read, and the cursor moves in it so. */
export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      lines: DecorationSet
      constructor(view: EditorView) {
        this.lines = linesOf(view)
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.lines = linesOf(view)
      }
    },
    { decorations: (plugin) => plugin.lines },
  ),
]
