import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CliName } from '../../shared/agents/agent-names.ts'
import { isShown } from '../../shared/agents/shown-runners.ts'
import type { RunnerView } from '../../shared/contract/agents.ts'
import { attempt, messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { Skeleton } from '../kit/parts.tsx'
import { FIRST_RUN } from './copy.ts'
import { homePath } from '../kit/text/shown-path.ts'
import { useChoices } from './choices.ts'
import { Lead, Options } from './parts.tsx'

const COPY = FIRST_RUN.agents

/** What of an agent can be said before it was ever started. */
const helpOf = (r: RunnerView): string =>
  r.program === null
    ? r.install
    : [homePath(r.program), r.version, r.signedIn === 'no' ? COPY.signInFirst(r.signIn) : r.account]
        .filter((part) => part !== null && part !== '')
        .join(' · ')
const chipOf = (r: RunnerView): ReactNode => {
  if (r.program === null) return <Chip tone="neutral">{COPY.missing}</Chip>
  if (r.signedIn === 'yes') return <Chip tone="quiet">{COPY.signedIn}</Chip>
  if (r.signedIn === 'no') return <Chip tone="alert">{COPY.signedOut}</Chip>
  return <Chip tone="neutral">{COPY.unknown}</Chip>
}

export function AgentsStep(): ReactNode {
  const { client, api, queries } = useBridge()
  const runners = useQuery(api.agents.list.queryOptions())
  const { worker, set } = useChoices()
  const [isLooking, setLooking] = useState(false)
  const rescan = async (): Promise<void> => {
    setLooking(true)
    const found = await attempt(client.agents.rescan())
    if (found !== null) queries.setQueryData(api.agents.list.queryKey(), found)
    setLooking(false)
  }
  const all = (runners.data ?? []).filter(isShown)
  return (
    <>
      <Lead>{COPY.lead}</Lead>
      {runners.isError && (
        <p role="alert" className="mb-3 text-12 text-urgent">
          {COPY.failed(messageOf(runners.error))}
        </p>
      )}
      {runners.isPending ? (
        <Skeleton rows={3} height={52} />
      ) : (
        <Options<'local' | CliName>
          label={COPY.choose}
          value={worker}
          onChange={(next) => set({ worker: next })}
          options={[
            { key: 'local', name: COPY.local, help: COPY.localHelp },
            ...all.map((r) => ({
              key: r.cli,
              name: r.name,
              help: helpOf(r),
              right: chipOf(r),
              disabled: r.program === null || r.signedIn === 'no',
            })),
          ]}
        />
      )}
      <div className="mt-3 flex items-center gap-3">
        <span role="status" className="flex-1 text-12 text-ink-3">
          {runners.isSuccess && all.every((r) => r.program === null) && COPY.none}
        </span>
        <Button size="s" disabled={isLooking} onClick={() => void rescan()}>
          <RefreshCw size={13} /> {isLooking ? COPY.looking : COPY.lookAgain}
        </Button>
      </div>
    </>
  )
}
