import { useState, type ReactNode } from 'react'
import type { SuggestionView } from '../../shared/contract/pollination.ts'
import { agentDecidesText } from '../../shared/pollination/lines/held-text.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { fullTime } from '../kit/time.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'
import { Declining } from './declining.tsx'
import { Trial } from './trial.tsx'
import { ThreadName } from './thread-name.tsx'
import { withUndo } from './undo.ts'

/** One suggestion: the line as it would be written, to be changed, and why. */
export function SuggestionRow({ suggestion }: { suggestion: SuggestionView }): ReactNode {
  const bridge = useBridge()
  const { api } = bridge
  const { threadId: id, name, pattern, because, agent } = suggestion
  const [ownTier, setTier] = useState<typeof suggestion.tier | null>(null)
  const tier = ownTier ?? suggestion.tier
  const [text, setText] = useState(suggestion.text)
  const [isDeclining, setDeclining] = useState(false)
  const accept = useWrite(api.pollination.accept, {
    done: ({ number }) => withUndo(bridge, COPY.accepted(name), { suggestion: number, rule: null }),
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
      <p className="pl-[156px] text-12 text-ink-3">{because}</p>
      <Trial suggestion={suggestion} />
      {agent !== null && (
        <p className="pl-[156px] text-12 text-ink-3">
          {agentDecidesText(agent.toldAt === null ? null : fullTime(agent.toldAt))}
        </p>
      )}
      {isDeclining && <Declining about={suggestion} isLine onClose={() => setDeclining(false)} />}
    </li>
  )
}
