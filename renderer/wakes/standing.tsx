import { Bell, FileCog, Moon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/snapshot.ts'
import { DAY, formatDuration } from '../../shared/time.ts'
import { plural } from '../../shared/words.ts'
import { Button } from '../components/button.tsx'
import { Banner } from '../components/parts.tsx'
import { navigate, threadPath } from '../navigation.ts'
import { shortDay } from './days.ts'
import { Go } from './entry.tsx'

/** What stands over a thread for a while: it sleeps, something waits to be told, a file of the repository has a say. */
export function Standing({ thread }: { thread: ThreadView }): ReactNode {
  const { config, dormantSince } = thread
  const isIgnored = config?.values.playbook === 'ignore'
  const lines = [
    dormantSince !== null && thread.effectiveIntervalMs > 0 && (
      <span key="dormant" className="flex items-center gap-1.5"><Moon aria-hidden size={13} className="shrink-0" /> Nothing happened since {shortDay(dormantSince)}, so it is looked at {thread.effectiveIntervalMs === DAY ? 'once a day' : `every ${formatDuration(thread.effectiveIntervalMs)}`}; any change wakes it.</span>
    ),
    thread.events > 0 && <span key="events" className="flex items-center gap-1.5"><Bell aria-hidden size={13} className="shrink-0" /> <Go to={threadPath(thread.id, 'activity')}>{plural(thread.events, 'event')}</Go> {thread.events === 1 ? 'waits' : 'wait'} for the next prompt</span>,
    config !== null && (
      <span key="config" className="flex items-center gap-1.5">
        <FileCog aria-hidden size={13} className="shrink-0" /> <Go to={threadPath(thread.id, 'settings')}>{config.file}</Go> has a say here{config.problems.length > 0 && <span className="flex items-center gap-1 text-alert"><TriangleAlert aria-hidden size={13} /> {plural(config.problems.length, 'problem')} in it</span>}
      </span>
    ),
  ].filter((line) => line !== false)
  return (
    <>
      {isIgnored && (
        <div className="mt-3 [&>[role=status]]:mb-0">
          <Banner tone="amber" icon={<TriangleAlert aria-hidden size={16} className="shrink-0" />} action={<Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>Show it</Button>}>
            <strong className="font-semibold">HEARTBEAT.md is ignored.</strong> {config.file} says <code className="font-mono text-12">&quot;playbook&quot;: &quot;ignore&quot;</code>, so no task is worked by itself. Only what you ask for runs.
          </Banner>
        </div>
      )}
      {lines.length > 0 && <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-ink-3">{lines}</p>}
    </>
  )
}
