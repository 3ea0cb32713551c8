import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { RunDetail } from '../../../shared/runs/run.ts'
import { attempt } from '../../client/attempt.ts'
import { bytes } from '../../kit/text/amounts.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { RUN_OUTPUT } from '../copy.ts'
import { gapOf } from '../../kit/text/log-text.tsx'

/** Leads to all that a run printed, where its record lacks the middle and the whole is still kept. */
export function WholeOutput({ run: { id, output } }: { run: Pick<RunDetail, 'id' | 'output'> }): ReactNode {
  const { api, client } = useBridge()
  const hasGap = useMemo(
    () => output.split('\n').some((line) => line.startsWith('… ') && gapOf(line) !== null),
    [output],
  )
  const { data: whole } = useQuery({ ...api.runs.output.queryOptions({ input: { id } }), enabled: hasGap })
  if (!hasGap || whole == null) return null
  return (
    <p className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2">
      {RUN_OUTPUT.whole(bytes(whole.bytes))}
      <Button size="s" onClick={() => void attempt(client.runs.openOutput({ id }))}>
        <ExternalLink size={13} aria-hidden /> {RUN_OUTPUT.openWhole}
      </Button>
    </p>
  )
}
