import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { Ticks } from '../../kit/text/ticks.tsx'
import { useMinute } from '../../kit/time.ts'
import { GitGlance } from '../../parts/git-glance.tsx'
import { FlagList } from './flags-cell.tsx'
import { flagsOf, statusOf, statusTitle } from './status.ts'

/** What is most telling in words, then the branch where there is room for the whole of it. */
export function StatusCell({ thread, tab }: { thread: ThreadView; tab: number }): ReactNode {
  const now = useMinute()
  const flags = flagsOf(thread)
  const status = flags.length > 0 ? null : statusOf(thread, now)
  return (
    <>
      {flags.length > 0 && <FlagList thread={thread} flags={flags} tab={tab} />}
      {status !== null && (
        <bdi
          className={`max-w-full truncate ${status.isNews ? 'text-ink' : 'text-ink-2'}`}
          title={statusTitle(thread)}
        >
          <Ticks text={status.text} />
        </bdi>
      )}
      {thread.git !== null && (
        <GitGlance git={thread.git} but={status?.mark} className="max-w-full text-ink-3" />
      )}
    </>
  )
}
