import type { RefObject } from 'react'
import type { AlertId } from '../../shared/base/ids.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate } from '../client/navigation.ts'
import { acknowledge } from '../commands/actions/alerts.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import type { Command, Listed } from '../commands/command.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import { THREAD } from '../commands/thread-commands.ts'
import { span, useMinute } from '../kit/time.ts'
import { placeOf, type Need } from './attention.ts'
import { TODAY } from './copy.ts'

export interface NeedActions {
  readonly ids: readonly AlertId[]
  readonly beat: () => void
  readonly open: () => void
  readonly acknowledge: () => void
  readonly since: string
  readonly label: string
}

/** What a card and a line can do; `element` hears the keys for it. */
export function useNeed(need: Need, element: RefObject<HTMLElement | null>): NeedActions {
  const { thread, alerts } = need
  const app = useBridge()
  const now = useMinute()
  const ids = alerts.map((a) => a.id)
  useKeys(
    [
      bind(NEED.acknowledge, () => (ids.length > 0 ? ids : null)),
      bind(THREAD.beat, () => (thread.trusted ? thread : null)),
      // Of what stands inside it, Enter presses that.
      bind(NEED.open, () => (document.activeElement === element.current ? need : null)),
    ],
    element,
  )
  const since = [need.since !== null && span(now - need.since), need.seen > 1 && TODAY.needs.seen(need.seen)]
    .filter(Boolean)
    .join(' · ')
  return {
    ids,
    beat: () => beatThread(app, thread),
    open: () => navigate(placeOf(need)),
    acknowledge: () => void acknowledge(app, ids),
    since,
    label: `${need.chip}: ${thread.name}. ${need.title}`,
  }
}

const listed = ({ id, title, keys }: Listed): Listed => ({ id, title, keys })

/** Keys that mean the same on a card as in a row; the card leads to what is the matter. */
const NEED: { readonly acknowledge: Command<readonly AlertId[]>; readonly open: Command<Need> } = {
  acknowledge: { ...listed(THREAD.acknowledge), run: acknowledge },
  open: { ...listed(THREAD.open), run: (_, need) => navigate(placeOf(need)) },
}
