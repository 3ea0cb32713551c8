import { useQueries } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { Play } from 'lucide-react'
import { resume } from '../../commands/actions/pause.ts'
import { distrustThread, trustThread } from '../../commands/actions/trust.tsx'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Row, TextSetting } from '../../kit/field.tsx'
import { Card, SectionTitle, Skeleton } from '../../kit/parts.tsx'
import { PauseMenu } from '../../parts/pause/pause-menu.tsx'
import { THREAD_SETTINGS_COPY as COPY } from './copy.ts'
import { dayAndTime } from '../../kit/time.ts'
import { Approvals } from './approvals.tsx'
import { ConfigFile } from './config-file.tsx'
import { CopySettings } from './copy-settings.tsx'
import { Danger } from './danger.tsx'
import { Hooks } from './hooks.tsx'
import { Locate } from './locate.tsx'
import { Permissions } from './permissions.tsx'
import { Runner } from './runner/runner.tsx'
import { Schedule } from './schedule.tsx'
import { Shown } from './shown.tsx'
import { Sources } from './sources.tsx'
import { TrySuggestions } from './try-suggestions.tsx'
import { Turns } from './runner/turns.tsx'

/**
 * Its parts grow with what is found: the page is shown once that is known, and does not move under the
 * hand. A part that fails says so in its place.
 */
function useReady(thread: ThreadView): boolean {
  const { api } = useBridge()
  const input = { id: thread.id }
  const found = useQueries({
    queries: [
      {
        ...api.approvals.list.queryOptions({ input, staleTime: 0 }),
        enabled: thread.trusted,
        select: () => null,
      },
      {
        ...api.hooks.plan.queryOptions({ input, staleTime: 0 }),
        enabled: thread.trusted,
        select: () => null,
      },
      {
        ...api.permissions.list.queryOptions({ input, staleTime: 0 }),
        enabled: thread.agent.kind === 'cli',
        select: () => null,
      },
    ],
  })
  const isLoading = found.some((query) => query.isPending && query.fetchStatus !== 'idle')
  const [isShown, setShown] = useState(!isLoading)
  // What is asked anew later on keeps the page: only its first sight waits.
  if (!isLoading && !isShown) setShown(true)
  return isShown || !isLoading
}

export function ThreadSettings({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const isReady = useReady(thread)
  if (!isReady)
    return (
      <div className="max-w-[880px]">
        <Skeleton rows={9} height={72} />
      </div>
    )
  return (
    <div className="flex max-w-[880px] flex-col gap-6">
      <Trust thread={thread} />
      <ScheduleSection thread={thread} />
      <ConfigFile thread={thread} />
      <section aria-labelledby="runner-title">
        <SectionTitle id="runner-title">Runner</SectionTitle>
        <Card className="px-4">
          <Runner key={JSON.stringify({ ...thread.agent, bypassUntil: null })} thread={thread} />
          <Turns thread={thread} />
        </Card>
      </section>
      <Permissions thread={thread} />
      <Sources thread={thread} />
      {thread.trusted && <Hooks thread={thread} />}
      {thread.trusted && <TrySuggestions thread={thread} />}
      <Shown thread={thread} />
      <section aria-labelledby="general-title">
        <SectionTitle id="general-title">General</SectionTitle>
        <Card className="px-4">
          <TextSetting
            label="Name"
            help={COPY.nameHelp}
            value={thread.name}
            width="w-full"
            read={(text) => (text === '' || text.length > 100 ? COPY.badName : null)}
            onSave={(name) => client.threads.change({ id: thread.id, name })}
          />
          <Locate thread={thread} />
          <CopySettings thread={thread} />
        </Card>
      </section>
      <Danger thread={thread} />
    </div>
  )
}

function Trust({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  return (
    <section aria-labelledby="trust-title">
      <SectionTitle id="trust-title">{COPY.trust}</SectionTitle>
      <Card className="px-4">
        <Row
          label={thread.trusted ? COPY.trusted : COPY.notTrusted}
          help={thread.trusted ? COPY.trustedHelp : COPY.notTrustedHelp}
        >
          <Button
            look={thread.trusted ? 'secondary' : 'primary'}
            onClick={() => void (thread.trusted ? distrustThread : trustThread)(app, thread)}
          >
            {thread.trusted ? COPY.stopTrusting : 'Trust…'}
          </Button>
        </Row>
        {thread.trusted && <Approvals thread={thread} />}
      </Card>
    </section>
  )
}

function ScheduleSection({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  return (
    <section aria-labelledby="schedule-title">
      <SectionTitle id="schedule-title">Schedule</SectionTitle>
      <Card className="px-4">
        <Schedule thread={thread} />
        <Row label="Pause" help={pauseWords(thread)}>
          {thread.pause === null ? (
            <PauseMenu thread={thread} />
          ) : (
            <Button onClick={() => resume(app, thread)}>
              <Play size={14} /> Resume
            </Button>
          )}
        </Row>
      </Card>
    </section>
  )
}

function pauseWords({ pause }: ThreadView): string {
  if (pause === null) return COPY.pauseHelp
  const until = pause.until === null ? null : dayAndTime(pause.until)
  return (pause.by === 'failures' ? COPY.pausedByFailures : COPY.paused)(pause.reason, until)
}
