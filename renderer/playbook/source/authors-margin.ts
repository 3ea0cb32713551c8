import { RangeSet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state'
import { type EditorView, gutter, GutterMarker } from '@codemirror/view'
import type { AuthorsView } from '../../../shared/contract/playbook.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import type { LineAuthor } from '../../../shared/playbook/line-authors.ts'
import { matchSequences } from '../../../shared/base/sequence-diff.ts'
import { AUTHOR_WORD, EDITOR } from '../copy.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { tableTime } from '../../kit/time.ts'
import { shownText } from './line-endings.ts'

class AuthorMarker extends GutterMarker {
  constructor(readonly by: LineAuthor) {
    super()
  }
  override eq(other: AuthorMarker): boolean {
    return other.by.author === this.by.author && other.by.at === this.by.at
  }
  override toDOM(): HTMLElement {
    const mark = document.createElement('span')
    mark.className = `cm-author cm-author-${this.by.author}`
    mark.title = this.by.runId === null ? authorWords(this.by) : `${authorWords(this.by)}: ${EDITOR.openRun}`
    if (this.by.runId !== null) mark.classList.add('cm-author-link')
    return mark
  }
}

export const authorWords = ({ author, at }: LineAuthor): string =>
  author === 'start' ? AUTHOR_WORD.start : `${AUTHOR_WORD[author]}, ${tableTime(at, Date.now())}`

const setAuthors = StateEffect.define<RangeSet<AuthorMarker>>()
const field = StateField.define<RangeSet<AuthorMarker>>({
  create: () => RangeSet.empty,
  update: (marks, tr) =>
    tr.effects.reduce((now, effect) => (effect.is(setAuthors) ? effect.value : now), marks.map(tr.changes)),
})

/** A narrow margin that says who wrote each line; what is not in the file yet has no mark. */
export const authorsMargin: Extension = [
  field,
  gutter({
    class: 'cm-authors',
    markers: (view) => view.state.field(field),
    domEventHandlers: {
      click(view, line) {
        let runId: RunId | null = null
        view.state.field(field).between(line.from, line.from, (_from, _to, { by }) => void (runId = by.runId))
        if (runId !== null) navigate(runPath(runId))
        return runId !== null
      },
    },
  }),
]

export function showAuthors(view: EditorView, known: AuthorsView): void {
  const authors = authorsOfLines(known, view.state.doc.toString())
  view.dispatch({
    effects: setAuthors.of(
      RangeSet.of(
        authors.flatMap((by, i) =>
          by === null ? [] : [new AuthorMarker(by).range(lineStart(view.state.doc, i + 1))],
        ),
      ),
    ),
  })
}
const lineStart = (doc: Text, n: number): number => doc.line(Math.min(n, doc.lines)).from

/** For each line that is shown: who wrote it, or null where it is not in the file that was looked at. */
export function authorsOfLines(known: AuthorsView, shown: string): readonly (LineAuthor | null)[] {
  const partner = matchSequences(shown.split('\n'), shownText(known.text).split('\n'))
  return Array.from(partner, (line) => known.authors[known.lines[line] ?? -1] ?? null)
}
