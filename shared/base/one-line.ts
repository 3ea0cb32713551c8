import { ownText, stripHidden } from './hidden-text.ts'

/** White space and control characters are single blanks, none at the ends. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The same for texts from elsewhere, without characters that a reader does not see. */
export const plainLine = (text: string): string => oneLine(stripHidden(oneLine(text)))

/** At most so many characters; where it was longer, the last one is an ellipsis. */
export const shorten = (text: string, chars: number): string =>
  text.length <= chars ? text : ownText(`${text.slice(0, chars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`)
