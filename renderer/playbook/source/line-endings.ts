import { applyChanges, type TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import { smallestChange } from './smallest-change.ts'

/**
 * The editor knows one line ending, a file may have several: this is the file's text as the editor holds
 * it.
 */
export const shownText = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * What was typed over the shown text, done to the file's own: only the changed place changes, every other
 * line keeps its ending. New lines end as the file's first line does.
 */
export function retyped(text: string, typed: string): string {
  if (!text.includes('\r')) return typed
  const change = smallestChange(shownText(text), typed)
  if (change === null) return text
  const ending = /\r\n?|\n/.exec(text)?.[0] ?? '\n'
  const next =
    text.slice(0, offsetIn(text, change.from)) +
    change.insert.replaceAll('\n', ending) +
    text.slice(offsetIn(text, change.to))
  return shownText(next) === typed ? next : typed // the ends of two lines met and became one
}

/**
 * Changes of the shown text, each done at its place in the file's own: what lies between them keeps its
 * bytes. `to` of the last change and `typed`, the whole shown text afterwards, are the check.
 */
export function retypedBy(text: string, changes: readonly TextChange[], typed: string): string {
  if (!text.includes('\r')) return typed
  const ending = /\r\n?|\n/.exec(text)?.[0] ?? '\n'
  const next = applyChanges(
    text,
    changes.map(({ from, to, insert }) => ({
      from: offsetIn(text, from),
      to: offsetIn(text, to),
      insert: insert.replaceAll('\n', ending),
    })),
  )
  return shownText(next) === typed ? next : retyped(text, typed)
}

/** Where a place of the shown text is in the text itself. */
function offsetIn(text: string, shown: number): number {
  let at = 0
  for (let left = shown; left > 0; left--) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}
