import { useState, type ReactNode } from 'react'
import type { SuggestionView } from '../../shared/contract/pollination.ts'
import { commandToApprove } from '../../shared/runs/shell/task-command.ts'
import type { ListedText } from '../../shared/pollination/lines/life.ts'
import { replacesWords } from '../../shared/pollination/lines/offer-words.ts'
import { agentDecidesText } from '../../shared/pollination/lines/held-text.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { fullTime } from '../kit/time.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'
import { Declining } from './declining.tsx'
import { Place } from './place.tsx'
import { Trial } from './trial.tsx'
import { ThreadName } from './thread-name.tsx'
import { withUndo } from './undo.ts'

/** One suggestion: the line as it would be written, to be changed, and why. */
export function SuggestionRow({ suggestion }: { suggestion: SuggestionView }): ReactNode {
  const bridge = useBridge()
  const { api } = bridge
  const { threadId: id, name, pattern } = suggestion
  const [ownTier, setTier] = useState<typeof suggestion.tier | null>(null)
  const tier = ownTier ?? suggestion.tier
  const [text, setText] = useState(suggestion.text)
  const [isDeclining, setDeclining] = useState(false)
  const [isPlaced, setPlaced] = useState(false)
  const accept = useWrite(api.pollination.accept, {
    done: ({ number, ...told }) =>
      withUndo(bridge, COPY.accepted(name, { hasCommand: commandToApprove(text) !== null, ...told }), {
        suggestion: number,
        rule: null,
      }),
    stale: [api.pollination.key(), api.doc.key()],
  })
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <form
        className="flex items-center gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          accept.mutate({ id, pattern, tier, text })
        }}
      >
        <ThreadName id={id} name={name} part="file" />
        <input
          className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
          aria-label={COPY.line(name)}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <Select label={COPY.tier(name)} value={tier} options={COPY.tiers} onChange={setTier} />
        <PlaceButton of={suggestion} isOpen={isPlaced} onClick={() => setPlaced(!isPlaced)} />
        <Button
          type="submit"
          size="s"
          aria-label={COPY.acceptFor(suggestion.text, name)}
          disabled={accept.isPending || text.trim() === ''}
        >
          {COPY.accept}
        </Button>
        <Button
          size="s"
          look="ghost"
          aria-label={COPY.declineFor(suggestion.text, name)}
          onClick={() => setDeclining(true)}
        >
          {COPY.decline}
        </Button>
      </form>
      {suggestion.replaces !== null && <Replaces line={suggestion.replaces} />}
      {isPlaced && <Place id={id} name={name} tier={tier} text={text} replaces={suggestion.replaces} />}
      <Why suggestion={suggestion} />
      {isDeclining && <Declining about={suggestion} isLine onClose={() => setDeclining(false)} />}
    </li>
  )
}

const Replaces = ({ line }: { line: ListedText }): ReactNode => (
  <p className="pl-[156px] text-12 text-ink-2">
    <Ticks text={replacesWords(line)} />
  </p>
)

interface PlaceButtonProps {
  readonly of: SuggestionView
  readonly isOpen: boolean
  readonly onClick: () => void
}

const PlaceButton = ({ of: { text, name }, isOpen, onClick }: PlaceButtonProps): ReactNode => (
  <Button
    size="s"
    look="ghost"
    aria-label={COPY.placeOf(text, name)}
    aria-expanded={isOpen}
    onClick={onClick}
  >
    {COPY.place}
  </Button>
)

/** The reason, what trying it has shown, and who decides where that is not the person. */
function Why({ suggestion }: { suggestion: SuggestionView }): ReactNode {
  const { because, agent } = suggestion
  return (
    <>
      <p className="pl-[156px] text-12 text-ink-3">{because}</p>
      <Trial suggestion={suggestion} />
      {agent !== null && (
        <p className="pl-[156px] text-12 text-ink-3">
          {agentDecidesText(agent.toldAt === null ? null : fullTime(agent.toldAt))}
        </p>
      )}
    </>
  )
}
