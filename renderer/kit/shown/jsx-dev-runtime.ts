import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { shownProps } from './shown-props.ts'

/** The same as `jsx-runtime.ts` for development and tests, where React is told where an element stands. */
export { Fragment, type JSX } from 'react/jsx-dev-runtime'

type Dev = Parameters<typeof react.jsxDEV>

export const jsxDEV = (
  type: ElementType,
  props: Readonly<Record<string, unknown>>,
  key: Key | undefined,
  ...rest: [isStatic: Dev[3], source?: Dev[4], self?: Dev[5]]
): ReactElement => react.jsxDEV(type, shownProps(props), key, ...rest)
