import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { deliveryOf, type Delivery } from '../../../shared/threads/thread.ts'
import { succeeds } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLatest } from '../../client/use-latest.ts'
import { Row } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { SHOWN_COPY as COPY } from './copy.ts'
import { useFleet } from '../../client/live.ts'
import { SetByFile } from './config-file.tsx'

export const SHOWN_KEYS = Object.keys(COPY.words) as readonly (keyof Delivery)[]

export const AllOff = ({ text }: { text: string }): ReactNode => (
  <p role="status" className="flex items-start gap-2 py-3 text-12 text-alert">
    <EyeOff aria-hidden size={14} className="mt-px shrink-0" /> {text}
  </p>
)

type Own = 'app' | 'on' | 'off'

/** What of this thread's beats reaches a person; the app's switches count where it has none of its own. */
export function Shown({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const settings = useFleet((fleet) => fleet.settings)
  const [delivery, changeDelivery] = useLatest(thread.delivery, (next) =>
    succeeds(client.threads.change({ id: thread.id, delivery: next })),
  )
  const values = thread.config?.values
  const now = deliveryOf({ delivery, config: thread.config }, settings)
  const set = (key: keyof Delivery, to: Own): void => {
    // What HEARTBEAT.json sets is its own business and does not become the thread's.
    const own = Object.fromEntries(
      SHOWN_KEYS.filter((k) => k !== key && values?.[k] === undefined && delivery[k] !== undefined).map(
        (k) => [k, delivery[k]],
      ),
    ) as Partial<Delivery>
    void changeDelivery(to === 'app' ? own : { ...own, [key]: to === 'on' })
  }
  return (
    <section aria-labelledby="shown-title">
      <SectionTitle id="shown-title">{COPY.title}</SectionTitle>
      <Card className="px-4">
        {SHOWN_KEYS.map((key) => {
          const { label, help } = COPY.words[key]
          const own = delivery[key]
          return (
            <Row key={key} label={label} help={help}>
              {values?.[key] !== undefined ? (
                <SetByFile thread={thread} value={values[key] ? 'On' : 'Off'} />
              ) : (
                <Select
                  label={label}
                  value={choiceOf(own)}
                  options={{ app: COPY.asApp(settings[key]), on: 'On', off: 'Off' }}
                  onChange={(to) => set(key, to)}
                />
              )}
            </Row>
          )
        })}
        {SHOWN_KEYS.every((key) => !now[key]) && <AllOff text={COPY.allOffHere} />}
      </Card>
    </section>
  )
}

function choiceOf(own: boolean | undefined): 'app' | 'on' | 'off' {
  if (own === undefined) return 'app'
  return own ? 'on' : 'off'
}
