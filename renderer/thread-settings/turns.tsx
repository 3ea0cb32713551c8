import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/snapshot.ts'
import { isOverruled, type SessionMode } from '../../shared/thread.ts'
import { formatDuration } from '../../shared/time.ts'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Row, Select } from '../components/field.tsx'
import { useFleet } from '../live.ts'
import { SetByFile } from './config-file.tsx'

const SESSIONS: Record<SessionMode, string> = { oneshot: 'Fresh each time', resume: 'One session' }

/** When an agent starts, and what it remembers; not what is executed, so it applies at once. */
export function Turns({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const idleMs = useFleet((fleet) => fleet.settings.sessionIdleMs)
  if (thread.agent.kind === 'local') return null
  return (
    <>
      <Row
        label="An agent starts"
        help={thread.gate === 'changes' ? 'Threadbeat looks first. When nothing changed since the last proven quiet beat, no agent starts and nothing is used up. Once a day it looks anyway.' : 'At each beat that has due tasks, also when nothing changed.'}
      >
        <Select label="An agent starts" value={thread.gate} options={{ changes: 'Only when something changed', always: 'At each beat' }} onChange={(gate) => void attempt(client.threads.change({ id: thread.id, gate }))} />
      </Row>
      {thread.agent.kind === 'cli' && (
        <Row label="Messages" help={thread.session === 'resume' ? `Each message goes on where the last one ended. After ${formatDuration(idleMs)} without one, the next begins anew.` : 'Each message begins anew and knows HEARTBEAT.md, not earlier messages.'}>
          {isOverruled(thread, 'session')
            ? <SetByFile thread={thread} value={SESSIONS[thread.session]} />
            : <Select label="Messages" value={thread.session} options={SESSIONS} onChange={(session) => void attempt(client.threads.change({ id: thread.id, session }))} />}
        </Row>
      )}
    </>
  )
}
