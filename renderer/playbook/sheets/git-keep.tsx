import { useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { GIT_KEEPS, type GitKeep } from '../../../shared/playbook/keep.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Diff } from '../../kit/text/diff.tsx'
import { Banner, Empty, Skeleton } from '../../kit/parts.tsx'
import { GIT } from '../copy.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'

const OFFERED = 'threadbeat:git-offered'

/** Said once for all repositories; either answer is remembered. */
export function GitOffer({
  thread,
  isAlone,
  onChoose,
}: {
  thread: ThreadView /** Nothing else is said above the text. */
  isAlone: boolean
  onChoose: () => void
}): ReactNode {
  const { api } = useBridge()
  const [isOffered, setOffered] = useState(() => localStorage.getItem(OFFERED) !== null)
  const isWanted = isAlone && !isOffered
  const seen = useQuery({ ...api.doc.gitKeep.queryOptions({ input: { id: thread.id } }), enabled: isWanted })
  if (!isWanted || seen.data?.now !== 'exclude') return null
  const answer = (): void => {
    localStorage.setItem(OFFERED, '1')
    setOffered(true)
  }
  return (
    <div className="[&>[role=status]]:mb-2">
      <Banner
        tone="grey"
        icon={<GitBranch size={15} aria-hidden />}
        action={
          <span className="flex gap-2">
            <Button size="s" onClick={answer}>
              {GIT.keep}
            </Button>
            <Button
              size="s"
              onClick={() => {
                answer()
                onChoose()
              }}
            >
              {GIT.choose}
            </Button>
          </span>
        }
      >
        {GIT.offer}
      </Banner>
    </div>
  )
}

/** The three ways; what would change in .gitignore is seen before it is written. */
export function GitKeepDialog({ thread, onClose }: { thread: ThreadView; onClose: () => void }): ReactNode {
  const { api, client, queries } = useBridge()
  const seen = useQuery(api.doc.gitKeep.queryOptions({ input: { id: thread.id }, staleTime: 0, gcTime: 0 }))
  const [chosen, setChosen] = useState<GitKeep | null>(null)
  const view = seen.data
  const now = GIT_KEEPS.find((keep) => keep === view?.now) ?? null
  const wanted = chosen ?? now ?? 'exclude'
  const isIgnored = now === 'gitignore'
  const edit = view?.gitignore ?? null
  const isPossible =
    view !== undefined &&
    view.now !== 'tracked' &&
    wanted !== now &&
    (wanted !== 'gitignore' || edit !== null)
  const apply = async (): Promise<void> => {
    const done = await attempt(
      client.doc.setGitKeep({ id: thread.id, keep: wanted, version: edit?.version ?? '' }).then(() => true),
      GIT.done,
    )
    await queries.invalidateQueries({ queryKey: api.doc.gitKeep.key({ input: { id: thread.id } }) })
    if (done !== null) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={GIT.title}
      description={GIT.about}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isPossible} onClick={() => void apply()}>
            {GIT.apply}
          </Button>
        </>
      }
    >
      {seen.isError && <Empty title={GIT.failed} text={messageOf(seen.error)} />}
      {seen.isPending && <Skeleton rows={3} height={44} />}
      {seen.isSuccess && view?.now === 'tracked' && <p className="text-13">{GIT.tracked}</p>}
      {seen.isSuccess && view !== undefined && view.now !== 'tracked' && (
        <>
          <Ways now={now} wanted={wanted} canIgnore={edit !== null || isIgnored} onChoose={setChosen} />
          {isIgnored && wanted !== 'gitignore' && <p className="mt-3 text-12 text-ink-2">{GIT.still}</p>}
          {wanted === 'gitignore' && edit !== null && (
            <div className="mt-3">
              <p className="mb-1.5 text-12 text-ink-2">{GIT.change}</p>
              <Diff text={lineDiff(edit.before, edit.after)} label={GIT.change} />
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

function Ways({
  now,
  wanted,
  canIgnore,
  onChoose,
}: {
  now: GitKeep | null // null: none of them
  wanted: GitKeep
  canIgnore: boolean
  onChoose: (keep: GitKeep) => void
}): ReactNode {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{GIT.about}</legend>
      {GIT_KEEPS.map((keep) => (
        <label
          key={keep}
          className={
            'flex items-start gap-2.5 rounded-control px-2.5 py-2 ' +
            `${wanted === keep ? 'bg-accent-tint' : 'hover:bg-hover'}`
          }
        >
          <input
            type="radio"
            name="git-keep"
            value={keep}
            checked={wanted === keep}
            onChange={() => onChoose(keep)}
            className="mt-1 accent-[var(--accent)]"
          />
          <span className="text-13">
            <span className="font-medium">{GIT[keep]}</span>
            {keep === now && <span className="text-ink-3"> {GIT.asNow}</span>}
            <span className="block text-12 text-ink-2">
              {keep === 'gitignore' && !canIgnore ? GIT.gitignoreNo : GIT[`${keep}Help`]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
