import type { ReactNode } from 'react'
import {
  differingFiles,
  commandFilePlace,
  filesAside,
  notShownText,
  type ApprovalView,
  type CommandFile,
} from '../../../shared/agents/approval.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'
import { Diff } from '../../kit/text/diff.tsx'
import { homePath } from '../../kit/text/shown-path.ts'
import { APPROVAL as COPY } from './copy.ts'

interface Props {
  readonly approval: ApprovalView
  readonly folder: string // of the repository
}

/** What of the repository's files runs, what belongs to it besides, and what of it is not watched. */
export function CommandFiles({ approval, folder }: Props): ReactNode {
  const aside = filesAside(approval)
  return (
    <>
      <Parts approval={approval} folder={folder} />
      {aside.length > 0 && (
        <p className="mt-1 text-12 break-all text-ink-3">{COPY.aside(aside.map(revealHidden).join(', '))}</p>
      )}
      {approval.limits.map((limit) => (
        <p key={limit} className="mt-1 text-12 break-normal wrap-anywhere text-ink-3">
          {revealHidden(limit)}
        </p>
      ))}
    </>
  )
}

/** As they are now, or what changed since it was approved. */
function Parts({ approval: a, folder }: Props): ReactNode {
  if (a.filesBefore !== null) return <Changed before={a.filesBefore} now={a.files} folder={folder} />
  return a.files
    .filter((f) => !f.aside)
    .map((f) => (
      <figure key={`${f.file}:${f.line}`} className="mt-1.5">
        <figcaption className="text-12 text-ink-3">{revealHidden(commandFilePlace(f))}</figcaption>
        <pre
          tabIndex={0}
          aria-label={revealHidden(commandFilePlace(f))}
          className="mt-0.5 max-h-40 overflow-auto rounded-control border border-line bg-sunken px-2 py-1 font-mono text-12 whitespace-pre-wrap break-all text-ink"
        >
          {revealHidden(f.text)}
        </pre>
        <NotShown files={[f]} folder={folder} />
      </figure>
    ))
}

/** Each file once, old beside new. */
function Changed({
  before,
  now,
  folder,
}: {
  before: readonly CommandFile[]
  now: readonly CommandFile[]
  folder: string
}): ReactNode {
  const changed = differingFiles(before, now)
  const parts = now.filter((f) => !f.aside)
  if (changed.length === 0)
    return (
      <>
        <p className="mt-1 text-12 text-alert">{COPY.changedBehind}</p>
        <NotShown files={parts} folder={folder} />
      </>
    )
  return changed.map((f) => {
    const label = COPY.changedIn(revealHidden(f.file))
    return (
      <div key={f.file} className="mt-1.5">
        <p className="text-12 text-ink-3">{label}</p>
        <Diff text={lineDiff(revealHidden(f.before), revealHidden(f.now))} label={label} />
        <NotShown files={parts.filter(({ file }) => file === f.file)} folder={folder} />
      </div>
    )
  })
}

/** Beside the text and not in it, where a file could say the same of itself. */
export function NotShown({ files, folder }: { files: readonly CommandFile[]; folder: string }): ReactNode {
  return files
    .flatMap((file) => notShownText(file, homePath(folder)) ?? [])
    .map((words, i) => (
      <p key={i} className="mt-1 text-12 break-normal wrap-anywhere text-alert">
        {revealHidden(words)}
      </p>
    ))
}
