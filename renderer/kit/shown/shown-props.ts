import { revealDeceptive } from '../../../shared/base/hidden-text.ts'

/** Attributes that a person reads or hears. What stands in a field to be edited (`value`) stays exact. */
const READ = [
  'title',
  'alt',
  'label',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
] as const

/**
 * What an element, of the page or of a component that makes one, shows of its props, without characters that
 * deceive a reader. Only what is shown: handlers, keys and fields have the exact text. Props without such
 * characters are handed on as they are.
 */
export function shownProps(props: Readonly<Record<string, unknown>>): typeof props {
  let shown: Record<string, unknown> | null = null
  const show = (name: string, value: unknown): void => {
    if (value !== props[name]) (shown ??= { ...props })[name] = value
  }
  show('children', shownChildren(props['children']))
  for (const name of READ) {
    const value = props[name]
    if (typeof value === 'string') show(name, revealDeceptive(value))
  }
  return shown ?? props
}

function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return revealDeceptive(children)
  if (!Array.isArray(children)) return children
  let shown: unknown[] | null = null // most lists show nothing that hides
  for (const [i, child] of children.entries()) {
    const revealed = shownChildren(child)
    if (revealed !== child) (shown ??= [...children])[i] = revealed
  }
  return shown ?? children
}
