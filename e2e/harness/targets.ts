import type { Page } from '@playwright/test'

/**
 * What is clicked and is smaller than `px` each way, as the pointer meets it: the square around the middle
 * belongs to it, its label or nothing else that is clicked. Left out: links in a sentence, the text of an
 * editor, the marks of a chart (which is a table as well, and walked by keys), and what cannot be used now.
 */
export const smallTargets = (page: Page, px: number): Promise<string[]> =>
  page.evaluate((size) => {
    const TARGETS =
      'button, a[href], input, select, textarea, summary, [role=button], [role=link], ' +
      '[role^=menuitem], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=option], ' +
      '[role=combobox]'
    const words = (node: ChildNode): boolean =>
      node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? '')
    const isInSentence = (e: Element): boolean => {
      const { display } = getComputedStyle(e)
      // What an agent wrote is running text, whatever it holds.
      if (display === 'inline' && e.closest('.selectable') !== null) return true
      if (!display.startsWith('inline')) return false
      for (
        let at: Element = e;
        at.parentElement !== null && getComputedStyle(at).display.startsWith('inline');
        at = at.parentElement
      )
        if ([...at.parentElement.childNodes].some(words)) return true
      return false
    }
    const labelOf = (e: Element): Element | null =>
      e.closest('label') ?? (e.id === '' ? null : document.querySelector(`label[for="${CSS.escape(e.id)}"]`))
    const modal = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
    ]
      .filter((e) => e.checkVisibility())
      .at(-1)
    const reach = size / 2 - 1.25 // edges between two pixels belong to either
    const small: string[] = []
    for (const e of document.querySelectorAll<HTMLElement>(TARGETS)) {
      if (
        !e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) ||
        e.closest('[inert], [aria-hidden=true], .cm-content, svg') !== null ||
        e.matches(':disabled, [aria-disabled=true], [data-disabled]')
      )
        continue
      if (modal !== undefined && !modal.contains(e)) continue
      // Where it lies in the middle of what scrolls, nothing at the edge cuts it.
      e.scrollIntoView({ block: 'center', inline: 'nearest' })
      const box = e.getBoundingClientRect()
      // For people who listen alone: it lies under what is clicked in its place, or shows itself when it
      // has the focus.
      if (box.width <= 1 || box.height <= 1 || box.bottom < 0 || isInSentence(e)) continue
      const label = labelOf(e)
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const hit = (dx: number, dy: number): Element | null =>
        document.elementFromPoint(
          Math.min(innerWidth - 1, Math.max(0, x + dx)),
          Math.min(innerHeight - 1, Math.max(0, y + dy)),
        )
      const isMine = (at: Element | null): boolean =>
        at !== null &&
        (e.contains(at) || (at.contains(e) && at.matches(TARGETS)) || label?.contains(at) === true)
      // A box may stand at the end of its label.
      const isWide = (label?.getBoundingClientRect().width ?? 0) >= size
      const missed = (
        [
          ['left', -reach, 0],
          ['right', reach, 0],
          ['above', 0, -reach],
          ['below', 0, reach],
        ] as const
      ).filter(([, dx, dy]) => !(isWide && dx !== 0) && !isMine(hit(dx, dy)))
      if (missed.length > 0)
        small.push(
          `${e.tagName.toLowerCase()}${e.role === null ? '' : `[${e.role}]`} ` +
            `“${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}” ` +
            `${Math.round(box.width)}×${Math.round(box.height)} px, short ` +
            `${missed.map(([side]) => side).join(', ')} | ${e.className.toString().slice(0, 90)}`,
        )
    }
    return small
  }, px)
