import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApprovalView } from '../../../shared/agents/approval.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { titleTime } from '../../kit/time.ts'
import { ApprovalCommand } from '../../parts/approval/command.tsx'
import { APPROVAL } from '../../parts/approval/copy.ts'
import { LeftOut } from '../../parts/approval/left-out.tsx'
import { APPROVALS_COPY as COPY } from './copy.ts'

/** Commands found in HEARTBEAT.md, word by word. Nothing is ticked before a person ticks it. */
export function Approvals({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const list = useQuery(api.approvals.list.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  // Here, so that what was ticked outlasts a list that cannot be read for a moment.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  if (list.isError)
    return (
      <p role="alert" className="py-3 text-12 text-urgent">
        {APPROVAL.failed(messageOf(list.error))}
      </p>
    )
  if (list.data === undefined) return <Skeleton rows={2} height={40} />
  const { commands, leftOut } = list.data
  return (
    <>
      {leftOut !== null && <LeftOut leftOut={leftOut} />}
      {commands.length > 0 && <Found thread={thread} all={commands} ticked={ticked} onTicked={setTicked} />}
      {commands.length === 0 && leftOut === null && <p className="py-3 text-12 text-ink-3">{COPY.none}</p>}
    </>
  )
}

/** Asks first; resolves to whether the person said yes, when the list is asked for anew. */
function useSetApproved(thread: ThreadView) {
  const { client, api, queries } = useBridge()
  return async (approvals: readonly ApprovalView[], approved: boolean): Promise<boolean> => {
    const yes = await confirm({
      title: approved
        ? COPY.approveTitle(approvals.length, thread.name)
        : COPY.takeBackTitle(approvals.length),
      yes: approved ? 'Approve' : COPY.takeBack,
      danger: !approved,
      text: (
        <>
          <p>{approved ? COPY.approveText : COPY.takeBackText}</p>
          <ul className="mt-2 flex flex-col gap-1">
            {approvals.map((a) => (
              <li key={a.hash} className="rounded-control border border-line bg-sunken px-3 py-1.5">
                <ApprovalCommand approval={a} folder={thread.repoPath} />
              </li>
            ))}
          </ul>
        </>
      ),
    })
    if (!yes) return false
    await attempt(
      client.approvals.set({
        id: thread.id,
        hashes: approvals.map((a) => a.hash),
        approved,
        confirmed: true,
      }),
      approved ? COPY.approved : COPY.takenBack,
    )
    await queries.invalidateQueries({ queryKey: api.approvals.list.key({ input: { id: thread.id } }) })
    return true
  }
}

interface FoundProps {
  readonly thread: ThreadView
  readonly all: readonly ApprovalView[]
  readonly ticked: ReadonlySet<string> // hashes
  readonly onTicked: (hashes: ReadonlySet<string>) => void
}

function Found({ thread, all, ticked, onTicked }: FoundProps): ReactNode {
  const setApproved = useSetApproved(thread)
  const chosen = all.filter((a) => a.approvedAt === null && ticked.has(a.hash))
  const tick = (hash: string, on: boolean): void =>
    onTicked(on ? new Set([...ticked, hash]) : new Set([...ticked].filter((h) => h !== hash)))
  const set = async (approvals: readonly ApprovalView[], approved: boolean): Promise<void> => {
    if (await setApproved(approvals, approved)) onTicked(new Set())
  }
  return (
    <div className="py-3">
      <h3 className="text-13 font-medium">{COPY.title}</h3>
      <p className="text-12 text-ink-3">{COPY.about}</p>
      <ul className="mt-2">
        {all.map((a) => (
          <Command
            key={a.hash}
            approval={a}
            folder={thread.repoPath}
            isTicked={ticked.has(a.hash)}
            onTick={(on) => tick(a.hash, on)}
            onTakeBack={() => void set([a], false)}
          />
        ))}
      </ul>
      {all.some((a) => a.approvedAt === null) && (
        <div className="flex justify-end pt-3">
          <Button look="primary" disabled={chosen.length === 0} onClick={() => void set(chosen, true)}>
            {COPY.approve(chosen.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface CommandProps {
  readonly approval: ApprovalView
  readonly folder: string // of the repository
  readonly isTicked: boolean
  readonly onTick: (on: boolean) => void
  readonly onTakeBack: () => void
}

function Command({ approval: a, folder, isTicked, onTick, onTakeBack }: CommandProps): ReactNode {
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
      <span className="pt-0.5">
        <Checkbox
          label={APPROVAL.choose(a.text)}
          checked={a.approvedAt !== null || isTicked}
          disabled={a.approvedAt !== null}
          onChange={onTick}
        />
      </span>
      <div className="min-w-0 flex-1">
        <ApprovalCommand approval={a} folder={folder} />
      </div>
      <Standing approval={a} onTakeBack={onTakeBack} />
    </li>
  )
}

function Standing({ approval: a, onTakeBack }: Pick<CommandProps, 'approval' | 'onTakeBack'>): ReactNode {
  if (a.changed) return <Chip tone="alert">{APPROVAL.changed}</Chip>
  if (a.approvedAt === null) return <Chip tone="neutral">{COPY.notApproved}</Chip>
  return (
    <>
      <span title={titleTime(a.approvedAt)}>
        <Chip tone="quiet">Approved</Chip>
      </span>
      <Button size="s" look="ghost" onClick={onTakeBack}>
        {COPY.takeBack}
      </Button>
    </>
  )
}
