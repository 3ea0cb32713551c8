import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { OFFER_CHARS } from '../../../shared/pollination/lines/life.ts'
import type { ListLine, RemoteList as ToldList } from '../../../shared/hub/list.ts'
import type { OtherMachine, RemoteThread } from '../../../shared/hub/others/others.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { pastTime, useMinute } from '../../kit/time.ts'
import { POLLINATION_COPY } from '../../pollination/copy.ts'
import { askedKey, proposeEdit, useAsked } from '../ask.ts'
import { AskLine } from '../ask-line.tsx'
import { REMOTE_LIST as COPY } from './copy.ts'

interface Of {
  readonly thread: RemoteThread
  readonly machine: OtherMachine
}

/** The list of a thread of another machine, as that told it last. An edit is proposed, and decided there. */
export function RemoteList({ thread, machine, onClose }: Of & { onClose: () => void }): ReactNode {
  const { api } = useBridge()
  const list = useQuery(
    api.hub.list.queryOptions({ input: { machine: machine.id, thread: thread.id }, staleTime: 0 }),
  )
  const asked = useAsked().get(askedKey(machine.id, thread.id))
  const now = useMinute(Math.max(list.data?.toldAt ?? 0, asked?.at ?? 0))
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={COPY.title(thread.name, machine.name)}
      description={list.data ? COPY.text(pastTime(list.data.toldAt, now), machine.name) : ''}
      footer={<Button onClick={onClose}>{COPY.close}</Button>}
    >
      {asked?.verb === 'propose-edit' && (
        <p className="mb-2 text-12" aria-live="polite">
          {asked.end === 'done' ? (
            COPY.answered(machine.name, pastTime(asked.at, now), asked.text)
          ) : (
            <AskLine asked={asked} />
          )}
        </p>
      )}
      {list.isPending && <Skeleton rows={4} height={32} />}
      {list.isError && (
        <p role="alert" className="text-12 text-alert">
          {messageOf(list.error)}
        </p>
      )}
      {list.data === null && <p className="text-13 text-ink-3">{COPY.notTold}</p>}
      {list.data && <Tiers list={list.data} thread={thread} machine={machine} />}
    </Dialog>
  )
}

interface Edited {
  readonly line: ListLine
  readonly list: ToldList
}

/** While a line is edited the list stays as it was, so that what is typed stays where it is. */
function Tiers({ list, ...of }: Of & { list: ToldList }): ReactNode {
  const [editing, setEditing] = useState<Edited | null>(null)
  const shown = editing?.list ?? list
  const { lines, withheld } = shown
  return (
    <>
      {TIERS.map((tier) => {
        const own = lines.filter((line) => line.tier === tier)
        if (own.length === 0) return null
        return (
          <section key={tier} aria-label={POLLINATION_COPY.tiers[tier]} className="mb-3">
            <h3 className="mb-1 text-12 font-medium text-ink-2">{POLLINATION_COPY.tiers[tier]}</h3>
            <ul className="rounded-card border border-line">
              {own.map((line, i) => (
                <li
                  // oxlint-disable-next-line react/no-array-index-key -- several may read alike
                  key={i}
                  className="flex min-h-9 items-center gap-3 border-b border-line px-3 py-1 text-13 last:border-b-0"
                >
                  {editing?.line === line ? (
                    <Editing {...of} line={line} onEnd={() => setEditing(null)} />
                  ) : (
                    <Line line={line} onEdit={() => setEditing({ line, list: shown })} />
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {lines.length === 0 && <p className="text-13 text-ink-3">{COPY.empty}</p>}
      {withheld > 0 && <p className="text-12 text-ink-3">{COPY.withheld(withheld)}</p>}
    </>
  )
}

const Line = ({ line: { text }, onEdit }: { line: ListLine; onEdit: () => void }): ReactNode => (
  <>
    <span dir="auto" className="selectable min-w-0 flex-1 break-words">
      <Ticks text={text} />
    </span>
    <Button size="s" look="ghost" aria-label={COPY.editOf(text)} onClick={onEdit}>
      {COPY.edit}
    </Button>
  </>
)

const intoView = (form: HTMLElement | null): void => form?.scrollIntoView({ block: 'nearest' })

function Editing({ thread, machine, line, onEnd }: Of & { line: ListLine; onEnd: () => void }): ReactNode {
  const app = useBridge()
  const [text, setText] = useState(line.text)
  const [tier, setTier] = useState(line.tier)
  const [why, setWhy] = useState('')
  const [isSending, setSending] = useState(false)
  const wanted = text.trim()
  const isOther = wanted !== '' && (wanted !== line.text || tier !== line.tier)
  async function propose(): Promise<void> {
    setSending(true)
    const isSent = await proposeEdit(
      app,
      thread,
      line,
      { tier, text: wanted, why: why.trim() || null },
      machine,
    )
    setSending(false)
    if (isSent) onEnd()
  }
  return (
    <form
      ref={intoView}
      className="flex w-full flex-col gap-2 py-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOther && !isSending) void propose()
      }}
    >
      <div className="flex items-center gap-2">
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the press on Edit asked for
          autoFocus
          className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
          aria-label={COPY.line(thread.name)}
          maxLength={OFFER_CHARS.text}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select label={COPY.tier} value={tier} options={POLLINATION_COPY.tiers} onChange={setTier} />
      </div>
      <div className="flex items-center gap-2">
        <input
          className={`${inputClass} min-w-0 flex-1`}
          aria-label={COPY.why}
          placeholder={COPY.why}
          maxLength={OFFER_CHARS.why}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        <Button size="s" onClick={onEnd}>
          {COPY.cancel}
        </Button>
        <Button size="s" type="submit" look="primary" disabled={!isOther || isSending}>
          {COPY.propose(machine.name)}
        </Button>
      </div>
    </form>
  )
}
