import type { ReactNode } from 'react'
import type { SuggestionMode } from '../../../shared/threads/modes.ts'
import { suggestionsOf } from '../../../shared/threads/thread.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Row } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { DECIDES_COPY as COPY } from './copy.ts'

/** Who decides about suggestions for the thread; with local checks its agent cannot. */
export function WhoDecides({ thread }: { thread: ThreadView }): ReactNode {
  const { api, client, queries } = useBridge()
  const mode = suggestionsOf(thread)
  const set = async (suggestions: SuggestionMode): Promise<void> => {
    await attempt(client.threads.change({ id: thread.id, suggestions }))
    await queries.invalidateQueries({ queryKey: api.pollination.key() })
  }
  const isLocal = thread.agent.kind === 'local'
  return (
    <Row label={COPY.label} help={isLocal && mode === 'person' ? COPY.local : COPY.help[mode]}>
      {isLocal ? (
        <Select
          label={COPY.label}
          value={mode === 'ignore' ? 'ignore' : 'person'}
          options={COPY.ofLocal}
          onChange={(to) => void set(to)}
        />
      ) : (
        <Select label={COPY.label} value={mode} options={COPY.modes} onChange={(to) => void set(to)} />
      )}
    </Row>
  )
}
