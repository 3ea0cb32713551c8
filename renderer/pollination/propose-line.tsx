import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { PollinationView, WeighedView } from '../../shared/contract/pollination.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Checkbox } from '../kit/fields/checkbox.tsx'
import { Select } from '../kit/fields/select.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

interface Draft {
  readonly text: string
  readonly tier: Tier
  readonly ids: readonly ThreadId[]
}

/** What is typed, and what was said of it; a change asks anew. */
function useProposal(threads: readonly ThreadView[], onClose: () => void) {
  const { api } = useBridge()
  const [draft, setDraft] = useState<Draft>({ text: '', tier: 'daily', ids: threads.map(({ id }) => id) })
  const [asked, setAsked] = useState<Draft | null>(null)
  const weighed = useQuery({
    ...api.pollination.weigh.queryOptions({ input: sent(asked ?? draft), staleTime: 0, retry: false }),
    enabled: asked !== null,
  })
  const propose = useWrite(api.pollination.propose, {
    done: (all) => COPY.proposed(all.filter(({ suggestion }) => suggestion !== null).length),
    stale: [api.pollination.view.key()],
  })
  const answers = asked === null ? undefined : weighed.data
  const count = answers?.filter(({ why }) => why === null).length ?? 0
  const isWhole = draft.text.trim() !== '' && draft.ids.length > 0
  const mayGoOn = isWhole && !weighed.isFetching && !propose.isPending && (answers === undefined || count > 0)
  return {
    draft,
    answers,
    count,
    mayGoOn,
    isReading: weighed.isFetching,
    failure: asked !== null && weighed.isError ? messageOf(weighed.error) : null,
    change(to: Partial<Draft>) {
      setDraft({ ...draft, ...to })
      setAsked(null)
    },
    goOn() {
      if (!mayGoOn) return
      if (answers === undefined) setAsked(draft)
      else propose.mutate(sent(draft), { onSuccess: onClose })
    },
  }
}

/** Proposes a line to many threads. Before that it is said thread by thread whether each can have it. */
export function ProposeLine({
  lines,
  onClose,
}: {
  lines: PollinationView['lines']
  onClose: () => void
}): ReactNode {
  const all = useLive((live) => live.threads)
  const threads = [...all.values()].filter(({ trusted }) => trusted).toSorted((a, b) => a.number - b.number)
  const { draft, answers, count, mayGoOn, isReading, failure, change, goOn } = useProposal(threads, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={COPY.proposeTitle}
      description={COPY.proposeText}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!mayGoOn} onClick={goOn}>
            {answers === undefined ? COPY.weigh : COPY.proposeTo(count)}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        <LineFields draft={draft} lines={lines} onChange={change} />
        <Threads threads={threads} ids={draft.ids} answers={answers} onChange={(ids) => change({ ids })} />
        {isReading && <p className="text-12 text-ink-3">{COPY.reading}</p>}
        {failure !== null && (
          <p role="alert" className="text-12 text-alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function Threads({
  threads,
  ids,
  answers = [],
  onChange,
}: {
  threads: readonly ThreadView[]
  ids: readonly ThreadId[]
  answers: readonly WeighedView[] | undefined
  onChange: (ids: readonly ThreadId[]) => void
}): ReactNode {
  const isAll = ids.length === threads.length
  return (
    <div>
      <Button size="s" look="ghost" onClick={() => onChange(isAll ? [] : threads.map(({ id }) => id))}>
        {isAll ? COPY.chooseNone : COPY.chooseAll}
      </Button>
      <ul
        aria-label={COPY.proposeThreads}
        className="mt-1 max-h-72 overflow-y-auto rounded-control border border-line text-13"
      >
        {threads.map(({ id, number, name }) => (
          <li key={id} className="flex items-center gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
            <Checkbox
              checked={ids.includes(id)}
              label={`${number} ${name}`}
              onChange={(on) => onChange(on ? [...ids, id] : ids.filter((one) => one !== id))}
            />
            <span className="w-44 shrink-0 truncate">{`${number} ${name}`}</span>
            <Verdict answer={answers.find(({ threadId }) => threadId === id)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const sent = ({ text, tier, ids }: Draft): { text: string; tier: Tier; ids: ThreadId[] } => ({
  text: text.trim() === '' ? '-' : text.trim(),
  tier,
  ids: [...ids],
})

/** The line, typed or picked among those that lists have, and its tier. */
function LineFields({
  draft: { text, tier },
  lines,
  onChange,
}: {
  draft: Draft
  lines: PollinationView['lines']
  onChange: (to: Partial<Draft>) => void
}): ReactNode {
  return (
    <div className="flex items-center gap-3">
      <input
        className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
        aria-label={COPY.proposeLine}
        placeholder={COPY.proposeHint}
        list="lines-to-propose"
        value={text}
        maxLength={500}
        spellCheck={false}
        onChange={({ target: { value } }) => {
          const picked = lines.find((line) => line.text === value)
          onChange({ text: value, ...(picked !== undefined && { tier: picked.tier }) })
        }}
      />
      <datalist id="lines-to-propose">
        {lines.map((line) => (
          <option key={line.text} value={line.text} />
        ))}
      </datalist>
      <Select
        label={COPY.proposeTier}
        value={tier}
        options={COPY.tiers}
        onChange={(to) => onChange({ tier: to })}
      />
    </div>
  )
}

function Verdict({ answer }: { answer: WeighedView | undefined }): ReactNode {
  if (answer === undefined) return null
  return (
    <span className={`min-w-0 flex-1 text-12 ${answer.why === null ? 'text-ink-2' : 'text-ink-3'}`}>
      {answer.why === null ? COPY.canHave : COPY.cannotHave(answer.why)}
    </span>
  )
}
