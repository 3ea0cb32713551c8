import type { ReactNode } from 'react'
import { runnerKey } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useFleet } from '../client/live.ts'
import { Resting } from '../parts/resting.tsx'

/** Why the thread's runner rests, and until when. */
export function RunnerRests({ thread }: { thread: ThreadView }): ReactNode {
  const resting = useFleet((fleet) => fleet.resting)
  const own = resting.filter((r) => r.key === runnerKey(thread.agent))
  return (
    own.length > 0 && (
      <div className="-mb-4">
        <Resting rests={own} leads />
      </div>
    )
  )
}
