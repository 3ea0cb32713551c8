import { useState, type ReactNode } from 'react'
import type { AskedOfOthers, OtherMachine } from '../../../shared/hub/others/others.ts'
import { REASON_CHARS } from '../../../shared/hub/order.ts'
import type { RemoteSuggestion } from '../../../shared/hub/suggested.ts'
import { replacesWords } from '../../../shared/pollination/lines/offer-words.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { ReasonDialog } from '../../pollination/no-dialog.tsx'
import { decide } from '../ask.ts'
import { AskLine } from '../ask-line.tsx'
import { OTHER_SUGGESTIONS as COPY } from './copy.ts'

/** A line that is suggested to a thread of another machine. What is decided shows as asked until that machine answers. */
export function RemoteSuggestionRow({
  suggestion,
  machine,
  asked,
}: {
  suggestion: RemoteSuggestion
  machine: OtherMachine
  asked: AskedOfOthers | undefined
}): ReactNode {
  const { name, tier, text, because, isOffered, replaces } = suggestion
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <span className="font-medium text-ink-2">{name}</span>
          <span>{TIER_WORD[tier]}</span>
          {asked !== undefined && <AskLine asked={asked} />}
        </p>
        <p dir="auto" className="selectable text-start text-13 font-medium break-words">
          <Ticks text={text} />
        </p>
        {replaces !== null && (
          <p className="selectable text-12 break-words text-ink-2">
            <Ticks text={replacesWords(replaces)} />
          </p>
        )}
        {because !== '' && <p className="selectable text-12 break-words text-ink-2">{because}</p>}
        {isOffered && <p className="text-12 text-ink-3">{COPY.offered}</p>}
      </div>
      <Actions suggestion={suggestion} machine={machine} isAsked={asked?.end === null} />
    </li>
  )
}

function Actions({
  suggestion,
  machine,
  isAsked,
}: {
  suggestion: RemoteSuggestion
  machine: OtherMachine
  /** That machine has not answered yet. */
  isAsked: boolean
}): ReactNode {
  const app = useBridge()
  const [isSending, setSending] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const send = (decision: Parameters<typeof decide>[2]): void => {
    setSending(true)
    void decide(app, suggestion, decision, machine).finally(() => setSending(false))
  }
  const { text, name, isOffered } = suggestion
  const isHeld = isSending || isAsked
  return (
    <div className="flex shrink-0 items-start gap-1">
      {!isOffered && (
        <Button
          size="s"
          disabled={isHeld}
          aria-label={COPY.acceptFor(text, name, machine.name)}
          onClick={() => send({ say: 'accept' })}
        >
          {COPY.accept}
        </Button>
      )}
      <Button
        size="s"
        look="ghost"
        disabled={isHeld}
        aria-label={COPY.declineFor(text, name, machine.name)}
        onClick={() => setDeclining(true)}
      >
        {COPY.decline}
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={COPY.declineTitle(text, name, machine.name)}
          yes={COPY.decline}
          mostChars={REASON_CHARS}
          onSave={(reason) => {
            setDeclining(false)
            send({ say: 'decline', reason: reason.trim() || null })
          }}
          onClose={() => setDeclining(false)}
        />
      )}
    </div>
  )
}
