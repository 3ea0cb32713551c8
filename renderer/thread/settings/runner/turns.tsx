import type { ReactNode } from 'react'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import type { GateMode } from '../../../../shared/threads/modes.ts'
import { gateModeOf, isOverruled } from '../../../../shared/threads/thread.ts'
import { formatDuration } from '../../../../shared/base/time.ts'
import { attempt } from '../../../client/attempt.ts'
import { useBridge } from '../../../client/bridge.ts'
import { Row } from '../../../kit/field.tsx'
import { Switch } from '../../../kit/fields/switch.tsx'
import { Select } from '../../../kit/fields/select.tsx'
import { TURNS_COPY as COPY } from './runner-copy.ts'
import { useFleet } from '../../../client/live.ts'
import { SetByFile } from '../config-file.tsx'

/** When an agent starts, and what it remembers; not what is executed, so it applies at once. */
export function Turns({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const idleMs = useFleet((fleet) => fleet.settings.sessionIdleMs)
  if (thread.agent.kind === 'local') return null
  const gate = gateModeOf(thread)
  const setGate = (to: GateMode): void => void attempt(client.threads.change({ id: thread.id, gate: to }))
  return (
    <>
      <Row label={COPY.starts} help={COPY.gateHelp[gate]}>
        {thread.agent.kind === 'cli' ? (
          <Select label={COPY.starts} value={gate} options={COPY.gates} onChange={setGate} />
        ) : (
          <Select
            label={COPY.starts}
            value={gate === 'always' ? 'always' : 'changes'}
            options={COPY.gatesOfCommands}
            onChange={setGate}
          />
        )}
      </Row>
      {thread.agent.kind === 'cli' && (
        <Row label={COPY.conversation} help={COPY.sessionHelp[thread.session](formatDuration(idleMs))}>
          {isOverruled(thread, 'session') ? (
            <SetByFile thread={thread} value={COPY.sessions[thread.session]} />
          ) : (
            <Select
              label={COPY.conversation}
              value={thread.session}
              options={COPY.sessions}
              onChange={(session) => void attempt(client.threads.change({ id: thread.id, session }))}
            />
          )}
        </Row>
      )}
      <Row label={COPY.reflect} help={COPY.reflectHelp}>
        <Switch
          label={COPY.reflect}
          checked={thread.reflects}
          onChange={(reflects) => void attempt(client.threads.change({ id: thread.id, reflects }))}
        />
      </Row>
    </>
  )
}
