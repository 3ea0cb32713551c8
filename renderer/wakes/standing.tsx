import { Bell, FileCog, Moon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { DAY, formatDuration } from '../../shared/base/time.ts'
import { plural } from '../../shared/base/amounts.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { navigate, threadPath } from '../client/navigation.ts'
import { localDate } from '../kit/time.ts'
import { STANDING as COPY } from './copy.ts'
import { Go } from './entry.tsx'

/**
 * What stands over a thread for a while: it sleeps, something waits to be told, a file of the repository
 * has a say.
 */
export function Standing({ thread }: { thread: ThreadView }): ReactNode {
  const { config, dormantSince } = thread
  const isIgnored = config?.values.playbook === 'ignore'
  const lines = [
    dormantSince !== null && thread.effectiveIntervalMs > 0 && (
      <span key="dormant" className="flex items-center gap-1.5">
        <Moon aria-hidden size={13} className="shrink-0" />{' '}
        {COPY.dormant(
          localDate(dormantSince),
          thread.effectiveIntervalMs === DAY ? null : formatDuration(thread.effectiveIntervalMs),
        )}
      </span>
    ),
    thread.events > 0 && (
      <span key="events" className="flex items-center gap-1.5">
        <Bell aria-hidden size={13} className="shrink-0" />{' '}
        <Go to={threadPath(thread.id, 'activity')}>{plural(thread.events, 'event')}</Go>{' '}
        {COPY.wait(thread.events)}
      </span>
    ),
    config !== null && (
      <span key="config" className="flex items-center gap-1.5">
        <FileCog aria-hidden size={13} className="shrink-0" />{' '}
        <Go to={threadPath(thread.id, 'settings')}>{config.file}</Go> {COPY.hasSay}
        {config.problems.length > 0 && (
          <span className="flex items-center gap-1 text-alert">
            <TriangleAlert aria-hidden size={13} /> {COPY.problems(config.problems.length)}
          </span>
        )}
      </span>
    ),
  ].filter((line) => line !== false)
  return (
    <>
      {isIgnored && (
        <div className="mt-3 [&>[role=status]]:mb-0">
          <Banner
            tone="amber"
            icon={<TriangleAlert aria-hidden size={16} className="shrink-0" />}
            action={
              <Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>
                {COPY.show}
              </Button>
            }
          >
            <strong className="font-semibold">{COPY.ignored}</strong> {COPY.says(config.file)}{' '}
            <code className="font-mono text-12">{COPY.ignoreLine}</code>
            {COPY.onlyAsked}
          </Banner>
        </div>
      )}
      {lines.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-ink-3">{lines}</p>
      )}
    </>
  )
}
