import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { EditorView } from '@uiw/react-codemirror'

/** Colours come from the tokens, so that one theme is light and dark. */
export const editorTheme = [
  EditorView.theme({
    '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono, "JetBrains Mono Variable"), monospace', lineHeight: '21px', fontVariantLigatures: 'none' },
    '.cm-content': { caretColor: 'var(--accent)', padding: '10px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--accent)' },
    '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none', borderRight: '1px solid var(--border)' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-tint)' },
    '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--border)', borderRadius: '6px', fontFamily: 'var(--font-sans)', fontSize: '12px' },
    '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
    '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--urgent)' },
    '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--alert-edge)' },
    '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--neutral-fill)' },
    '.cm-lint-marker': { width: '9px', height: '9px', marginTop: '6px', content: 'none', borderRadius: '2px' },
    '.cm-lint-marker-error': { backgroundColor: 'var(--urgent-fill)', transform: 'rotate(45deg)' },
    '.cm-lint-marker-warning': { backgroundColor: 'var(--alert-fill)', outline: '1px solid var(--alert-edge)' },
    '.cm-lint-marker-info': { backgroundColor: 'var(--neutral-fill)', borderRadius: '50%' },
    '.cm-diagnostic': { borderLeft: 'none', padding: '4px 8px', fontFamily: 'var(--font-sans)' },
    '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--text-3)', padding: '2px 12px', fontFamily: 'var(--font-sans)', fontSize: '12px' },
    '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""', margin: '0' },
    '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--quiet-tint)' },
    '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--urgent-tint)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.heading, fontWeight: '600', color: 'var(--text)' },
      { tag: tags.monospace, color: 'var(--accent)' },
      { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator], color: 'var(--text-3)' },
      { tag: tags.atom, color: 'var(--accent)' },
      { tag: tags.emphasis, fontStyle: 'italic' },
      { tag: tags.strong, fontWeight: '600' },
      { tag: [tags.link, tags.url], color: 'var(--accent)' },
      { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
    ]),
  ),
  EditorView.lineWrapping,
]
