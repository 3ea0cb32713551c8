import type { ReactNode } from 'react'
import type { DecidedView, IdeaView } from '../../shared/contract/pollination.ts'
import { whereWords, type RuleScope } from '../../shared/pollination/rules.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'
import { NoDialog } from './no-dialog.tsx'
import { withUndo } from './undo.ts'

type Declined = Pick<IdeaView, 'threadId' | 'name' | 'pattern' | 'title' | 'scopes'>
const FOR_NOW = 'now'
type Where = typeof FOR_NOW | RuleScope

/** Asks how far a no goes, and why. A line may be declined for a while; an idea only by a rule. */
export function Declining({
  about: { threadId: id, name, pattern, title, scopes },
  isLine = false,
  onClose,
}: {
  about: Declined
  isLine?: boolean
  onClose: () => void
}): ReactNode {
  const bridge = useBridge()
  const { api } = bridge
  const decline = useWrite(api.pollination.decline, {
    done: (made, { scope }) =>
      withUndo(bridge, scope === undefined ? COPY.declined : COPY.declinedByRule, made),
    stale: [api.pollination.key()],
  })
  return (
    <NoDialog<Where>
      title={COPY.declineTitle(title, name)}
      yes={COPY.declineYes}
      options={optionsOf([...(isLine ? ([FOR_NOW] as const) : []), ...scopes], name)}
      first={isLine ? FOR_NOW : 'thread'}
      isPending={decline.isPending}
      onSave={(where, reason) => {
        const scope = where === FOR_NOW ? {} : { scope: where }
        decline.mutate({ id, pattern, reason, ...scope }, { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}

/** Makes a no for a while one for good. */
export function MakingRule({
  about: { number: suggestion, threadName, title, reason, scopes },
  onClose,
}: {
  about: DecidedView
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const make = useWrite(api.pollination.makeRule, {
    done: COPY.declinedByRule,
    stale: [api.pollination.key()],
  })
  return (
    <NoDialog<Where>
      title={COPY.declineTitle(title, threadName)}
      yes={COPY.makeRuleYes}
      options={optionsOf(scopes, threadName)}
      first="thread"
      reason={reason}
      isPending={make.isPending}
      onSave={(where, why) => {
        if (where !== FOR_NOW) make.mutate({ suggestion, scope: where, reason: why }, { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}

const optionsOf = (wanted: readonly Where[], thread: string): Record<Where, string> =>
  Object.fromEntries(wanted.map((one) => [one, wordsOf(one, thread)])) as Record<Where, string>

const wordsOf = (where: Where, thread: string): string =>
  where === FOR_NOW ? COPY.forNow(thread) : COPY.forGood(whereWords(where, thread))
