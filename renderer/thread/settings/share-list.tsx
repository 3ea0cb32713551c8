import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Row } from '../../kit/field.tsx'
import { Switch } from '../../kit/fields/switch.tsx'
import { SHARE_COPY as COPY } from './copy.ts'

/** Whether other machines of the fleet may read the tasks of its list. */
export function ShareList({ thread: { id, sharesList } }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  return (
    <Row label={COPY.label} help={COPY.help}>
      <Switch
        label={COPY.label}
        checked={sharesList}
        onChange={(on) => void attempt(client.threads.change({ id, sharesList: on }))}
      />
    </Row>
  )
}
