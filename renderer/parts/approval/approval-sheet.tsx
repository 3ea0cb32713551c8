import type { ReactNode } from 'react'
import type { ApprovalView } from '../../../shared/agents/approval.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { Button, Kbd } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { useGoKey } from '../../kit/fields/use-go-key.ts'
import { Skeleton } from '../../kit/parts.tsx'
import { homePath } from '../../kit/text/shown-path.ts'
import { ApprovalCommand } from './command.tsx'
import { APPROVAL } from './copy.ts'
import { LeftOut } from './left-out.tsx'
import { useApproval, type Approving } from './use-approval.ts'

const COPY = APPROVAL.sheet

/** The commands of a thread that wait for a person, and the answers to them. */
export function ApprovalSheet({ thread, onClose }: { thread: ThreadView; onClose: () => void }): ReactNode {
  const approving = useApproval(thread, onClose)
  useGoKey(() => approving.approve(true))
  const { shown } = approving
  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={COPY.title(shown?.length ?? thread.approvalsWanted, revealHidden(thread.name))}
      description={COPY.about(revealHidden(homePath(thread.repoPath)))}
      footer={<Answers approving={approving} onClose={onClose} />}
      isText
    >
      <Notices approving={approving} />
      {shown === null && approving.problem === null && <Skeleton rows={2} height={40} />}
      {approving.leftOut !== null && <LeftOut leftOut={approving.leftOut} />}
      {shown?.length === 0 && <p className="text-13 text-ink-2">{COPY.none}</p>}
      {shown !== null && shown.length > 1 && <p className="mb-1 text-12 text-ink-3">{COPY.pick}</p>}
      {shown !== null && shown.length > 0 && (
        <Commands shown={shown} approving={approving} folder={thread.repoPath} />
      )}
    </Dialog>
  )
}

/** What keeps the answer from being given, above what it is about. */
function Notices({ approving: { problem, isOutdated, renew, shown } }: { approving: Approving }): ReactNode {
  const text = problem ?? (isOutdated ? COPY.outdated : null)
  if (text === null) return null
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-alert-tint px-3 py-2 text-13 text-alert"
    >
      <span className="min-w-40 flex-1 wrap-anywhere">{text}</span>
      {(isOutdated || shown === null) && (
        <Button size="s" onClick={renew}>
          {isOutdated ? COPY.renew : APPROVAL.again}
        </Button>
      )}
    </div>
  )
}

interface CommandsProps {
  readonly shown: readonly ApprovalView[]
  readonly approving: Approving
  readonly folder: string // of the repository
}

function Commands({ shown, approving: { chosen, tick }, folder }: CommandsProps): ReactNode {
  return (
    <ul className="flex flex-col">
      {shown.map((a) => (
        <li key={a.hash} className="flex gap-3 border-b border-line py-3 first:pt-1 last:border-b-0">
          {shown.length > 1 && (
            <span className="pt-0.5">
              <Checkbox
                label={APPROVAL.choose(a.text)}
                checked={chosen.includes(a)}
                onChange={(on) => tick(a.hash, on)}
              />
            </span>
          )}
          <div className="min-w-0 flex-1">
            {a.changed && (
              <Chip tone="alert" className="mb-1.5">
                {APPROVAL.changed}
              </Chip>
            )}
            <ApprovalCommand approval={a} folder={folder} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Answers({ approving, onClose }: { approving: Approving; onClose: () => void }): ReactNode {
  const { shown, chosen, isBusy, isOutdated, approve } = approving
  if (shown?.length === 0) return <Button onClick={onClose}>{COPY.close}</Button>
  const isPossible = chosen.length > 0 && !isBusy && !isOutdated
  const of = shown?.length ?? 1
  return (
    <>
      <Button look="ghost" className="mr-auto -ml-3" onClick={onClose}>
        {COPY.notNow}
      </Button>
      <Button disabled={!isPossible} onClick={() => approve(false)}>
        {COPY.approve(chosen.length, of)}
      </Button>
      <Button look="primary" disabled={!isPossible} onClick={() => approve(true)}>
        {COPY.andRun(chosen.length, of)} <Kbd keys="Mod+Enter" className="max-[480px]:hidden" />
      </Button>
    </>
  )
}
