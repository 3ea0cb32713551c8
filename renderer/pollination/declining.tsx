import { useState, type ReactNode } from 'react'
import type { IdeaView } from '../../shared/contract/pollination.ts'
import { whereWords, type RuleScope } from '../../shared/pollination/rules.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'
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
  const [reason, setReason] = useState('')
  const [where, setWhere] = useState<Where>(isLine ? FOR_NOW : 'thread')
  const decline = useWrite(api.pollination.decline, {
    done: (made) => withUndo(bridge, where === FOR_NOW ? COPY.declined : COPY.declinedByRule, made),
    stale: [api.pollination.key()],
  })
  const wanted: readonly Where[] = [...(isLine ? ([FOR_NOW] as const) : []), ...scopes]
  const options = Object.fromEntries(wanted.map((one) => [one, wordsOf(one, name)])) as Record<Where, string>
  const scope = where === FOR_NOW ? {} : { scope: where }
  const save = (): void => decline.mutate({ id, pattern, reason, ...scope }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={COPY.declineTitle(title, name)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={decline.isPending} onClick={save}>
            {COPY.declineYes}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className="flex items-center gap-3 text-13">
          <span className="text-ink-2">{COPY.notIn}</span>
          <Select label={COPY.notIn} value={where} options={options} onChange={setWhere} />
        </div>
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          {COPY.reason}
          <input
            className={`${inputClass} w-full`}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}

const wordsOf = (where: Where, thread: string): string =>
  where === FOR_NOW ? COPY.forNow(thread) : COPY.forGood(whereWords(where, thread))
