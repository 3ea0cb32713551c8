import type { ReactNode } from 'react'
import { homePath } from './shown-path.ts'

/** In one line, cut in front where there is no room: the folder itself says more than what is above it. */
export const FolderPath = ({ path }: { path: string }): ReactNode => (
  <span dir="rtl" className="block truncate text-left">
    <bdi dir="ltr">{homePath(path)}</bdi>
  </span>
)
