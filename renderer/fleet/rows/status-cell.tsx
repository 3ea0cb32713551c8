import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useUi } from '../../client/ui-state.ts'
import { useAsking } from '../../commands/asking.ts'
import { PARTS } from '../../parts/copy.ts'
import { Ticks } from '../../kit/text/ticks.tsx'
import { useMinute } from '../../kit/time.ts'
import { GitGlance } from '../../parts/git-glance.tsx'
import { FlagList } from './flags-cell.tsx'
import { flagsOf, statusOf, statusTitle } from './status.ts'

/** What is most telling in words, then the branch where there is room for the whole of it. */
export function StatusCell({ thread, tab }: { thread: ThreadView; tab: number }): ReactNode {
  const now = useMinute()
  const flags = flagsOf(thread)
  const answer = useUi((s) => s.answers.get(thread.id))
  const hasAnswer = answer !== undefined && flags.length === 0
  const standing = flags.length > 0 ? null : statusOf(thread, now)
  // What should be looked at is not hidden by how the beat ended: it stands behind that.
  const status = hasAnswer && standing?.isNews !== true ? null : standing
  return (
    <>
      {flags.length > 0 && <FlagList thread={thread} flags={flags} tab={tab} />}
      {hasAnswer && status === null && (
        <span className="max-w-full truncate text-accent">{answer.short}</span>
      )}
      {status !== null && isAsking(thread) && <ToApprove thread={thread} tab={tab} words={status.text} />}
      {status !== null && !isAsking(thread) && (
        <bdi
          className={`max-w-full truncate ${status.isNews ? 'text-ink' : 'text-ink-2'}`}
          title={statusTitle(thread)}
        >
          {hasAnswer && <span className="text-accent">{`${answer.short} · `}</span>}
          <Ticks text={status.text} />
        </bdi>
      )}
      {thread.git !== null && (
        <GitGlance git={thread.git} but={status?.mark} className="max-w-full text-ink-3" />
      )}
    </>
  )
}

/** Its status is the commands that wait for an approval. */
const isAsking = ({ state, trusted, approvalsWanted }: ThreadView): boolean =>
  state === 'blocked' && trusted && approvalsWanted > 0

/** Opens what waits for the person, without the thread's page. */
function ToApprove({ thread, tab, words }: { thread: ThreadView; tab: number; words: string }): ReactNode {
  return (
    <button
      type="button"
      tabIndex={tab}
      aria-label={PARTS.approval.reviewOf(thread.name)}
      className="max-w-full truncate rounded-control underline decoration-line-strong underline-offset-2 hover:text-accent"
      onClick={(event) => {
        event.stopPropagation()
        useAsking.getState().askApproval(thread.id)
      }}
    >
      {words}
    </button>
  )
}
