import { RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  WidgetType,
} from '@codemirror/view'
import { parse } from '../../../shared/playbook/doc.ts'
import type { LastResult, TaskStatus } from '../../../shared/runs/run.ts'
import { TASK_WORD } from '../../../shared/views/words.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { EDITOR } from '../copy.ts'
import { foundWords, isNews, resultOfTask, wholeResult, type LinesKnown } from '../last-results.ts'

function element(className: string, text = ''): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.textContent = text
  return made
}

/** The newest beats of a line, the last one at the right. */
class ResultMarker extends GutterMarker {
  constructor(
    readonly result: LastResult | null, // null: no beat has worked it
    readonly isWorking: boolean,
  ) {
    super()
  }
  override eq({ result, isWorking }: ResultMarker): boolean {
    return result === this.result && isWorking === this.isWorking
  }
  override toDOM(): HTMLElement {
    const { result, isWorking } = this
    const bars = element('cm-result-bars')
    if (result !== null) {
      bars.append(...result.before.toReversed().map((status) => bar(status)), bar(result.status, result))
      bars.title = EDITOR.openLast(wholeResult(result))
    }
    if (isWorking) {
      bars.append(element('cm-result-bar cm-result-working'))
      bars.title = EDITOR.working
    }
    return bars
  }
}

const bar = (status: TaskStatus, result?: LastResult): HTMLElement =>
  element(`cm-result-bar cm-result-${result?.severity === 'urgent' ? 'urgent' : status}`)

/**
 * What a beat found stands behind its line; that all is well needs no words. A click goes through it to the text: who
 * means the end of the line is not led away.
 */
class FoundWidget extends WidgetType {
  constructor(readonly result: LastResult) {
    super()
  }
  override eq({ result }: FoundWidget): boolean {
    return result === this.result
  }
  override toDOM(): HTMLElement {
    const { status, severity } = this.result
    const found = element(
      `cm-found cm-found-${severity === 'urgent' ? 'urgent' : status}`,
      foundWords(this.result) || TASK_WORD[status],
    )
    found.dir = 'auto'
    return found
  }
}

interface Shown {
  readonly markers: RangeSet<ResultMarker>
  readonly found: DecorationSet
}
const setShown = StateEffect.define<Shown>()
const field = StateField.define<Shown>({
  create: () => ({ markers: RangeSet.empty, found: Decoration.none }),
  update: ({ markers, found }, tr) =>
    tr.effects.reduce((now, effect) => (effect.is(setShown) ? effect.value : now), {
      markers: markers.map(tr.changes),
      found: found.map(tr.changes),
    }),
  provide: (f) => EditorView.decorations.from(f, ({ found }) => found),
})

/** At the right of each line that beats work: what they found there. */
export const resultsMargin: Extension = [
  field,
  gutter({
    class: 'cm-results',
    side: 'after',
    markers: (view) => view.state.field(field).markers,
    domEventHandlers: {
      click(view, line) {
        const runs: LastResult[] = []
        view.state.field(field).markers.between(line.from, line.from, (_from, _to, { result }) => {
          if (result !== null) runs.push(result)
        })
        if (runs[0] !== undefined) navigate(runPath(runs[0].runId))
        return runs.length > 0
      },
    },
  }),
]

/** A line whose words have changed since is another one, which no beat has worked. */
export function showResults(view: EditorView, { results, working }: LinesKnown): void {
  const { doc } = view.state
  const resultOf = resultOfTask(results)
  const markers: Range<ResultMarker>[] = []
  const found: Range<Decoration>[] = []
  for (const task of parse(doc.toString()).tasks) {
    const { text, line } = task
    const result = resultOf(task)
    if (result === null && text !== working) continue
    const { from, to } = doc.line(Math.min(line, doc.lines))
    markers.push(new ResultMarker(result, text === working).range(from))
    if (result !== null && isNews(result) && text !== working)
      found.push(Decoration.widget({ widget: new FoundWidget(result), side: 1 }).range(to))
  }
  view.dispatch({
    effects: setShown.of({ markers: RangeSet.of(markers, true), found: Decoration.set(found, true) }),
  })
}
