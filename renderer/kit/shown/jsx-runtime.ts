import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { shownProps } from './shown-props.ts'

/**
 * What JSX in the window is compiled to (`jsxImportSource`): React's own, behind `shownProps`. Every text of
 * every page comes through here, so that none has to think of characters that hide or reorder.
 */
export { Fragment, type JSX } from 'react/jsx-runtime'

type Props = Readonly<Record<string, unknown>>

export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsx(type, shownProps(props), key)

export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsxs(type, shownProps(props), key)
