import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { foldKeymap, indentOnInput } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { DECEPTIVE, shownCode } from '../../../shared/base/hidden-text.ts'
import { editorTheme } from './editor-theme.ts'
import { lineDirection } from './line-direction.ts'

/** It holds what a reader would not see, and shows it by its code. */
const hiddenCharacters = highlightSpecialChars({
  addSpecialChars: DECEPTIVE,
  render(code, description) {
    const shown = document.createElement('span')
    shown.className = 'cm-specialChar'
    shown.textContent = shownCode(String.fromCodePoint(code))
    shown.title = description ?? ''
    return shown
  },
})

/** What every view of a playbook's text shows: its syntax in the window's colours, and nothing hidden. */
export const playbookText: Extension = [
  markdown({ base: markdownLanguage }),
  editorTheme,
  hiddenCharacters,
  lineDirection,
]

/** What an editor of text is expected to do; the first key that fits is taken. */
export const editorSetup: Extension = [
  EditorView.theme({ '.cm-scroller': { height: '100% !important' } }),
  lineNumbers(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  rectangularSelection(),
  highlightSelectionMatches(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
  keymap.of([indentWithTab]),
]
/** Only where text is written: a reader has no line of his own. */
export const writerSetup: Extension = highlightActiveLine()
