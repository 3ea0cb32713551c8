import { findHidden } from '../../../shared/base/hidden-text.ts'

/** What a person does not read: exact names and addresses, and fields that are edited as they stand. */
const EXACT =
  /^(value|href|src|id|for|name|download|style|class|data-.*|aria-(controls|owns|labelledby|describedby|activedescendant))$/
const FIELDS = 'textarea'

/** Every text and attribute of the window in which a character hides; `where` stands before each. */
export function hiddenIn(where: string): string[] {
  const found: string[] = []
  const note = (what: () => string, text: string): void => {
    const hidden = findHidden(text)
    if (hidden !== null)
      found.push(`${where}: ${hidden.name} in ${what()} ${JSON.stringify(text.slice(0, 80))}`)
  }
  note(() => 'title of the window', document.title)
  for (const element of document.querySelectorAll('body *')) {
    for (const { name, value } of element.attributes)
      if (!EXACT.test(name)) note(() => `${element.localName}[${name}]`, value)
    if (!element.matches(FIELDS))
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) note(() => pathOf(element), child.textContent ?? '')
  }
  return found
}

/** All that can be read, of texts and of attributes. */
export const readable = (): string =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll('[title], [aria-label]')].flatMap((e) => [
      e.getAttribute('title') ?? '',
      e.getAttribute('aria-label') ?? '',
    ]),
  ].join('\n')

const pathOf = (element: Element): string =>
  [element.parentElement, element]
    .map((e) => `${e?.localName}.${(e?.className ?? '').toString().slice(0, 30)}`)
    .join('>')
