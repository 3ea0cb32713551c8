import type { ReactNode } from 'react'
import {
  differingFiles,
  commandFilePlace,
  commandFileText,
  filesAside,
  type ApprovalView,
  type CommandFile,
} from '../../../shared/agents/approval.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'
import { Diff } from '../../kit/text/diff.tsx'
import { APPROVAL as COPY } from './copy.ts'

/** What of the repository's files runs, what belongs to it besides, and what of it is not watched. */
export function CommandFiles({ approval }: { approval: ApprovalView }): ReactNode {
  const aside = filesAside(approval)
  return (
    <>
      <Parts approval={approval} />
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
function Parts({ approval: a }: { approval: ApprovalView }): ReactNode {
  if (a.filesBefore !== null) return <Changed before={a.filesBefore} now={a.files} />
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
          {revealHidden(commandFileText(f))}
        </pre>
      </figure>
    ))
}

/** Each file once, old beside new. */
function Changed({
  before,
  now,
}: {
  before: readonly CommandFile[]
  now: readonly CommandFile[]
}): ReactNode {
  const changed = differingFiles(before, now)
  if (changed.length === 0) return <p className="mt-1 text-12 text-alert">{COPY.changedBehind}</p>
  return changed.map((f) => {
    const label = COPY.changedIn(revealHidden(f.file))
    return (
      <div key={f.file} className="mt-1.5">
        <p className="text-12 text-ink-3">{label}</p>
        <Diff text={lineDiff(revealHidden(f.before), revealHidden(f.now))} label={label} />
      </div>
    )
  })
}
