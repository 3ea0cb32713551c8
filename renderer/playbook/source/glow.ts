import { StateEffect, StateField, type ChangeSet, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'

const GLOW_MS = 2000
const setGlow = StateEffect.define<readonly number[]>() // places in the lines that glow; none: it is over

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    let next = marks.map(tr.changes)
    for (const effect of tr.effects) {
      if (!effect.is(setGlow)) continue
      const lines = [
        ...new Set(effect.value.map((at) => tr.newDoc.lineAt(Math.min(at, tr.newDoc.length)).from)),
      ].sort((a, b) => a - b)
      next = Decoration.set(lines.map((from) => Decoration.line({ class: 'cm-glow' }).range(from)))
    }
    return next
  },
  provide: (f) => EditorView.decorations.from(f),
})

export const glow: Extension = field

/** Lights up the lines a change of somebody else has touched, for two seconds. */
export function glowChanges(view: EditorView, changes: ChangeSet): void {
  const places: number[] = []
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    const last = view.state.doc.lineAt(Math.min(to, view.state.doc.length)).number
    for (let n = view.state.doc.lineAt(from).number; n <= last && places.length < 500; n++)
      places.push(view.state.doc.line(n).from)
  })
  view.dispatch({ effects: setGlow.of(places) })
  setTimeout(() => view.dom.isConnected && view.dispatch({ effects: setGlow.of([]) }), GLOW_MS)
}
