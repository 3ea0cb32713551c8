import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CliConfig } from '../../shared/agent-config.ts'
import { PROFILE_WORDS } from '../../shared/permission.ts'
import { runnerName } from '../../shared/runner-presets.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { HOUR } from '../../shared/time.ts'
import { attempt } from '../actions.tsx'
import { useBridge, type Client } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { BypassChip, useBypass } from '../components/bypass.tsx'
import { confirm } from '../components/dialog.tsx'
import { dayAndTime } from '../time.ts'

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
        <p className="min-w-40 flex-1 text-ink">The checks of {name} are off. It can do whatever you can.</p>
        <BypassChip thread={thread} long />
      </div>
    )
  }
  return (
    <details className="my-3 rounded-control border border-urgent-fill/50 px-3 py-2">
      <summary className="rounded-control text-13 font-medium text-urgent">No checks, for a while…</summary>
      <p className="mt-1.5 text-12 text-ink-2">{PROFILE_WORDS.bypass.may.join('. ')}. {PROFILE_WORDS.bypass.never} Prefer allowing single calls when they are asked for.</p>
      <div className="mt-2 flex flex-wrap gap-1.5">{LENGTHS.map((hours) => <Button key={hours} size="s" className="text-urgent" onClick={() => void switchOff(client, thread, agent, hours)}>For {hours} h…</Button>)}</div>
    </details>
  )
}

async function switchOff(client: Client, thread: ThreadView, agent: CliConfig, hours: number): Promise<void> {
  const until = Date.now() + hours * HOUR
  const name = runnerName(agent)
  const yes = await confirm({
    title: `Switch off all checks of ${thread.name} for ${hours} h?`, yes: `Switch off for ${hours} h`, danger: true,
    text: (
      <>
        <p>Until {dayAndTime(until)}, in every beat and every message, {name} can do what you could do in a terminal, without asking:</p>
        <ul className="mt-2 list-disc pl-5 text-ink">
          <li>change and delete files, in this repository and everywhere else you may</li>
          <li>commit, push, install and run any program</li>
          <li>read keys and passwords that lie in your files, and send them over the network</li>
        </ul>
        <p className="mt-2">A text in an issue, a web page or a file can mislead the model into any of it. Threadbeat cannot stop or undo it.</p>
        <p className="mt-2">It ends by itself. A red mark stands on the thread as long, and you can switch it off at any time.</p>
      </>
    ),
  })
  if (yes) await attempt(client.threads.setAgent({ id: thread.id, agent: { ...agent, bypassUntil: until }, confirmed: true }), `All checks of ${thread.name} are off for ${hours} h.`)
}
