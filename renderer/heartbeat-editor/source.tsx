import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import CodeMirror, { EditorView, type ReactCodeMirrorRef } from '@uiw/react-codemirror'
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, type ReactNode, type Ref } from 'react'
import { isMod } from '../keys.ts'
import { editorTheme } from './editor-theme.ts'
import { retyped, shownText } from './line-endings.ts'
import { lintDoc } from './problems.ts'
import { smallestChange } from './smallest-change.ts'

export interface SourceHandle {
  /** Takes another text, changing only what differs, so that cursor and scroll stay. */
  replace(text: string): void
  showLine(line: number): void
}

export function Source({ ref, text, readOnly, onChange, onBlur, onSave, lint = true, label }: {
  ref?: Ref<SourceHandle>; text: string; readOnly: boolean; label: string; lint?: boolean
  onChange?: (text: string) => void; onBlur?: () => void; onSave?: () => void
}): ReactNode {
  const code = useRef<ReactCodeMirrorRef>(null)
  const own = useRef(text) // as the file has it; the editor's own text has one kind of line ending
  useLayoutEffect(() => {
    own.current = text
  }, [text])
  const extensions = useMemo(
    () => [
      markdown({ base: markdownLanguage }), editorTheme, ...(lint ? [lintDoc] : []), EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    ],
    [label, lint],
  )
  useImperativeHandle(ref, () => ({
    replace(next) {
      const view = code.current?.view
      if (view === undefined) return
      own.current = next
      const change = smallestChange(view.state.doc.toString(), shownText(next))
      if (change !== null) view.dispatch({ changes: change })
    },
    showLine(line) {
      const view = code.current?.view
      if (view === undefined) return
      const { from } = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, line)))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
  }))
  return (
    <div
      className="h-full"
      onKeyDown={(event) => {
        if (event.key !== 's' || !isMod(event.nativeEvent)) return
        event.preventDefault()
        onSave?.()
      }}
    >
      <CodeMirror
        ref={code} value={shownText(text)} theme="none" extensions={extensions} readOnly={readOnly} height="100%" className="h-full" onBlur={() => onBlur?.()}
        onChange={(value) => {
          own.current = retyped(own.current, value)
          onChange?.(own.current)
        }}
        basicSetup={{ foldGutter: false, autocompletion: false, closeBrackets: false, highlightActiveLine: !readOnly, bracketMatching: false, syntaxHighlighting: false }}
      />
    </div>
  )
}
