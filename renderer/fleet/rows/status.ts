import { formatDuration, type Instant } from '../../../shared/base/time.ts'
import { GRACE_MS } from '../../../shared/views/thread-state.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { tableTime } from '../../kit/time.ts'
import type { GitMark } from '../../parts/git-glance.tsx'
import { PARTS } from '../../parts/copy.ts'
import { FLEET } from '../copy.ts'

/** The most telling thing about a thread, in a few words. */
interface Status {
  readonly text: string
  /** Whether somebody should look, or it is one of the ordinary things. */
  readonly isNews: boolean
  /** It says what this mark of the branch says. */
  readonly mark?: GitMark
}

const COPY = FLEET.status

/** null: nothing is worth words. Flags are told by themselves. */
export const statusOf = (thread: ThreadView, now: Instant): Status | null =>
  wordsOfState(thread, now) ?? ordinary(thread)

function wordsOfState(thread: ThreadView, now: Instant): Status | null {
  const because = thread.because.split('\n')[0] ?? ''
  switch (thread.state) {
    case 'urgent':
    case 'broken':
    case 'alert':
    case 'unproven':
    case 'acknowledged':
    case 'snoozed':
      return news(because)
    case 'missing':
      return news(COPY.missing)
    case 'blocked':
      return news(blocked(thread) ?? because)
    case 'overdue':
      return news(overdue(thread) ?? because)
    case 'running':
      return progress(thread)
    case 'waiting':
      return thread.rests === 'quiet-hours' ? plain(because) : null
    case 'quiet':
      return null
    case 'new':
      return plain(COPY.neverChecked)
    case 'idle':
      return plain(because)
    case 'paused':
      return plain(paused(thread, now))
    case 'off':
      return plain(COPY.manual)
  }
}

const news = (text: string): Status => ({ text, isNews: true })
const plain = (text: string): Status => ({ text, isNews: false })

function blocked({ trusted, approvalsWanted, permissionsWanted }: ThreadView): string | null {
  if (!trusted) return COPY.untrusted
  if (approvalsWanted > 0) return COPY.approve(approvalsWanted)
  return permissionsWanted > 0 ? COPY.allow(permissionsWanted) : null
}

function overdue({ last, lateMs, scheduleProblem }: ThreadView): string | null {
  if (scheduleProblem !== null) return null
  if (lateMs > GRACE_MS) return COPY.late(formatDuration(lateMs))
  return last?.skipReason === 'over_budget' ? COPY.overBudget : null
}

function progress({ running }: ThreadView): Status | null {
  if (running?.progress == null || running.progress.total === 0) return null
  const { done, total } = running.progress
  return plain(PARTS.checks(done, total))
}

function paused({ pause }: ThreadView, now: Instant): string {
  return pause?.until == null ? COPY.paused : COPY.pausedUntil(tableTime(pause.until, now))
}

/** Of a thread that is as it should be: what waits in it, and how its repository stands. */
function ordinary({ waiting, doc, git }: ThreadView): Status | null {
  if (git !== null && git.operation !== null)
    return { text: COPY.operation(git.operation), isNews: true, mark: 'operation' }
  if (doc !== null && doc.unread.length > 0) return news(COPY.unread(doc.unread.length))
  const messages = waiting.filter((w) => w.kind === 'message').length
  if (messages > 0) return plain(COPY.messages(messages))
  if (git === null) return null
  if (git.behind !== null && git.behind > 0) return { ...plain(COPY.behind(git.behind)), mark: 'behind' }
  if (git.ahead !== null && git.ahead > 0) return { ...plain(COPY.ahead(git.ahead)), mark: 'ahead' }
  return git.changed > 0 ? { ...plain(COPY.changed(git.changed)), mark: 'changed' } : null
}

/** In the title of the cell: the whole sentence where the cell has a short form of it. */
export const statusTitle = ({ state, because, pause }: ThreadView): string =>
  state === 'paused' && pause !== null ? COPY.pausedBecause(pause.reason) : because

/** Those that count; what an untrusted or missing folder had is not known to stand there. */
export const flagsOf = ({ trusted, state, doc }: ThreadView): readonly string[] =>
  trusted && state !== 'missing' ? (doc?.flags ?? []) : []
