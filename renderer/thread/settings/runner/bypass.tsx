import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CliConfig } from '../../../../shared/agents/agent-config.ts'
import { PROFILE_WORDS } from '../../../../shared/agents/permission.ts'
import { runnerName } from '../../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { HOUR } from '../../../../shared/base/time.ts'
import { attempt } from '../../../client/attempt.ts'
import { useBridge, type Client } from '../../../client/bridge.ts'
import { Button } from '../../../kit/button.tsx'
import { BypassChip, useBypass } from '../../../parts/bypass.tsx'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { BYPASS_COPY as COPY } from './runner-copy.ts'
import { dayAndTime } from '../../../kit/time.ts'

const LENGTHS = [1, 4, 24] as const

/** The runner's own permission checks off, for a time: out of the way, red, and never by accident. */
export function Bypass({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const until = useBypass(thread)
  const { agent } = thread
  if (agent.kind !== 'cli') return null
  const name = runnerName(agent)
  if (until !== null) {
    return (
      <div className="my-3 flex flex-wrap items-center gap-3 rounded-control border border-urgent-fill bg-urgent-tint px-3 py-2 text-13">
        <ShieldOff size={16} className="shrink-0 text-urgent" />
        <p className="min-w-40 flex-1 text-ink">{COPY.isOff(name)}</p>
        <BypassChip thread={thread} long />
      </div>
    )
  }
  return (
    <details className="my-3 rounded-control border border-urgent-fill/50 px-3 py-2">
      <summary className="rounded-control text-13 font-medium text-urgent">{COPY.offer}</summary>
      <p className="mt-1.5 text-12 text-ink-2">
        {COPY.about(PROFILE_WORDS.bypass.may, PROFILE_WORDS.bypass.never)}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {LENGTHS.map((hours) => (
          <Button
            key={hours}
            size="s"
            className="text-urgent"
            onClick={() => void switchOff(client, thread, agent, hours)}
          >
            {COPY.hours(hours)}
          </Button>
        ))}
      </div>
    </details>
  )
}

async function switchOff(client: Client, thread: ThreadView, agent: CliConfig, hours: number): Promise<void> {
  const until = Date.now() + hours * HOUR
  const name = runnerName(agent)
  const yes = await confirm({
    title: COPY.title(thread.name, hours),
    yes: COPY.yes(hours),
    danger: true,
    text: (
      <>
        <p>{COPY.until(dayAndTime(until), name)}</p>
        <ul className="mt-2 list-disc pl-5 text-ink">
          {COPY.can.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="mt-2">{COPY.misled}</p>
        <p className="mt-2">{COPY.ends}</p>
      </>
    ),
  })
  if (yes)
    await attempt(
      client.threads.setAgent({ id: thread.id, agent: { ...agent, bypassUntil: until }, confirmed: true }),
      COPY.done(thread.name, hours),
    )
}
