import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CONSENT_WORDS, PROTECTION_WORDS } from '../../../shared/pollination/backtest/consent-words.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Row } from '../../kit/field.tsx'
import { Switch } from '../../kit/fields/switch.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { TRY_COPY as COPY } from './copy.ts'
import { ShareList } from './share-list.tsx'
import { WhoDecides } from './who-decides.tsx'

/**
 * Who decides about suggestions, whether other machines may read the list, and whether suggestions may be run in
 * throw-away copies of this repository before they are shown.
 */
export function TrySuggestions({ thread }: { thread: ThreadView }): ReactNode {
  const { api, client, queries } = useBridge()
  const { id, name } = thread
  const trials = useQuery(api.pollination.trials.queryOptions({ input: { id }, staleTime: 0 }))
  const set = async (on: boolean): Promise<void> => {
    const words = trials.data === undefined ? '' : PROTECTION_WORDS[trials.data.protection]
    const yes =
      !on ||
      (await confirm({
        title: COPY.title(name),
        yes: COPY.yes,
        text: (
          <>
            <p>{CONSENT_WORDS}</p>
            <p className="mt-2">{words}</p>
          </>
        ),
      }))
    if (!yes) return
    await attempt(client.pollination.allowTrials({ id, on, confirmed: true }), on ? COPY.allowed : COPY.not)
    await queries.invalidateQueries({ queryKey: api.pollination.key() })
  }
  return (
    <section aria-labelledby="try-suggestions">
      <SectionTitle id="try-suggestions">{COPY.section}</SectionTitle>
      <Card className="px-4">
        <WhoDecides thread={thread} />
        <ShareList thread={thread} />
        <Row label={COPY.label} help={trials.isError ? messageOf(trials.error) : COPY.help}>
          <Switch
            label={COPY.label}
            checked={trials.data?.allowed === true}
            disabled={trials.data === undefined}
            onChange={(on) => void set(on)}
          />
        </Row>
      </Card>
    </section>
  )
}
