import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/**
 * CodeMirror in an element of the page. The editor holds the text: `text` is what it begins with, later
 * ones are shown only where it is read-only, for elsewhere one that is drawn late would come back over what
 * was typed meanwhile. `view` is null until the page is drawn.
 */
export function useCodeMirror({
  text,
  readOnly,
  extensions,
  onChange,
}: {
  text: string
  readOnly: boolean
  extensions: readonly Extension[]
  onChange: (update: ViewUpdate) => void
}): { frame: RefObject<HTMLDivElement | null>; view: RefObject<EditorView | null> } {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [settings] = useState(() => new Compartment())
  const setup = (): Extension => [...extensions, EditorState.readOnly.of(readOnly)]
  const changed = useEffectEvent(onChange)
  const open = useEffectEvent(
    (parent: HTMLElement) =>
      new EditorView({
        parent,
        doc: text,
        extensions: [
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.state.readOnly) changed(update)
          }),
          settings.of(setup()),
        ],
      }),
  )
  const arrange = useEffectEvent(() => view.current?.dispatch({ effects: settings.reconfigure(setup()) }))
  useLayoutEffect(() => {
    if (frame.current === null) return
    const opened = open(frame.current)
    view.current = opened
    return () => {
      view.current = null
      opened.destroy()
    }
  }, [])
  useEffect(() => arrange(), [extensions, readOnly])
  useEffect(() => {
    const state = view.current?.state
    if (!readOnly || state === undefined || state.doc.toString() === text) return
    view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } })
  }, [readOnly, text])
  return { frame, view }
}
