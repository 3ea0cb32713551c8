import type { ReactNode } from 'react'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { isOverruled } from '../../../../shared/threads/thread.ts'
import { formatDuration } from '../../../../shared/base/time.ts'
import { attempt } from '../../../client/attempt.ts'
import { useBridge } from '../../../client/bridge.ts'
import { Row, Select } from '../../../kit/field.tsx'
import { TURNS_COPY as COPY } from './runner-copy.ts'
import { useFleet } from '../../../client/live.ts'
import { SetByFile } from '../config-file.tsx'

/** When an agent starts, and what it remembers; not what is executed, so it applies at once. */
export function Turns({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const idleMs = useFleet((fleet) => fleet.settings.sessionIdleMs)
  if (thread.agent.kind === 'local') return null
  return (
    <>
      <Row label={COPY.starts} help={thread.gate === 'changes' ? COPY.onChangesHelp : COPY.alwaysHelp}>
        <Select
          label={COPY.starts}
          value={thread.gate}
          options={COPY.gates}
          onChange={(gate) => void attempt(client.threads.change({ id: thread.id, gate }))}
        />
      </Row>
      {thread.agent.kind === 'cli' && (
        <Row
          label="Messages"
          help={thread.session === 'resume' ? COPY.resumeHelp(formatDuration(idleMs)) : COPY.oneshotHelp}
        >
          {isOverruled(thread, 'session') ? (
            <SetByFile thread={thread} value={COPY.sessions[thread.session]} />
          ) : (
            <Select
              label="Messages"
              value={thread.session}
              options={COPY.sessions}
              onChange={(session) => void attempt(client.threads.change({ id: thread.id, session }))}
            />
          )}
        </Row>
      )}
    </>
  )
}
