import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Pencil, Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { WebhookView } from '../../../shared/contract/app.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Switch } from '../../kit/fields/switch.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { WEBHOOKS_COPY as COPY } from './webhooks-copy.ts'
import { tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { Section } from '../parts.tsx'
import { KIND_WORD } from './use-webhook-edit.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Where news go besides this machine. Addresses are credentials, so only the host is shown. */
export function WebhooksOut(): ReactNode {
  const { api, queries } = useBridge()
  const list = useQuery(api.webhooks.list.queryOptions({ staleTime: 0 }))
  // target null: a new one
  const [editing, setEditing] = useState<{ readonly target: WebhookView | null } | null>(null)
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: api.webhooks.list.key() })
  return (
    <Section
      id="webhooks-out"
      title={COPY.title}
      right={
        <Button size="s" look="ghost" onClick={() => setEditing({ target: null })}>
          <Plus size={13} /> {COPY.add}
        </Button>
      }
    >
      <Targets list={list} again={again} onEdit={(target) => setEditing({ target })} />
      {editing !== null && (
        <WebhookDialog target={editing.target} onClose={() => setEditing(null)} onSaved={again} />
      )}
    </Section>
  )
}

/** A list that could not be read again is not shown as it was: it might be acted on. */
function Targets({
  list,
  again,
  onEdit,
}: {
  list: UseQueryResult<readonly WebhookView[]>
  again: () => Promise<void>
  onEdit: (target: WebhookView) => void
}): ReactNode {
  if (list.isError)
    return (
      <p role="alert" className="flex items-center gap-3 py-3 text-12 text-urgent">
        <span className="flex-1">{COPY.failed(messageOf(list.error))}</span>
        <Button size="s" onClick={() => void list.refetch()}>
          {COPY.again}
        </Button>
      </p>
    )
  if (list.data === undefined) return <Skeleton rows={2} height={44} />
  if (list.data.length === 0) return <p className="py-3 text-13 text-ink-2">{COPY.none}</p>
  return (
    <ul>
      {list.data.map((target) => (
        <Target key={target.id} target={target} again={again} onEdit={() => onEdit(target)} />
      ))}
    </ul>
  )
}

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? COPY.badAddress

type Tested = { readonly ok: boolean; readonly text: string } | 'running' | null
function useTarget(target: WebhookView, again: () => Promise<void>) {
  const { client } = useBridge()
  const [tested, setTested] = useState<Tested>(null)
  const enable = async (enabled: boolean): Promise<void> => {
    const { hasSecret: _, last: __, ...rest } = target
    await attempt(
      client.webhooks.save({ target: { ...rest, enabled, secret: null }, confirmed: true }),
      enabled ? COPY.on(target.name) : COPY.off(target.name),
    )
    await again()
  }
  const test = async (): Promise<void> => {
    setTested('running')
    setTested(await attempt(client.webhooks.test({ id: target.id })))
    await again()
  }
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({
        title: COPY.remove(target.name),
        yes: COPY.removeYes,
        danger: true,
        text: COPY.removeText,
      }))
    )
      return
    await attempt(client.webhooks.remove({ id: target.id }), COPY.removed(target.name))
    await again()
  }
  return { tested, enable, test, remove }
}

function Target({
  target,
  again,
  onEdit,
}: {
  target: WebhookView
  again: () => Promise<void>
  onEdit: () => void
}): ReactNode {
  const { tested, enable, test, remove } = useTarget(target, again)
  return (
    <li aria-label={target.name} className="border-b border-line py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Switch
          label={COPY.sendTo(target.name)}
          checked={target.enabled}
          onChange={(on) => void enable(on)}
        />
        <What target={target} />
        <Button size="s" disabled={tested === 'running'} onClick={() => void test()}>
          {tested === 'running' ? 'Sending…' : 'Test'}
        </Button>
        <Button size="icon" look="ghost" aria-label={COPY.change(target.name)} onClick={onEdit}>
          <Pencil size={13} />
        </Button>
        <Button
          size="icon"
          look="ghost"
          aria-label={COPY.removeIt(target.name)}
          onClick={() => void remove()}
        >
          <X size={14} />
        </Button>
      </div>
      <div className="pl-12" aria-live="polite">
        {tested !== null && tested !== 'running' ? (
          <Came what="Test" result={tested} />
        ) : (
          target.last !== null && <Came what="Last" result={target.last} />
        )}
      </div>
    </li>
  )
}

function What({ target }: { target: WebhookView }): ReactNode {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-x-2 text-13">
        <span className="font-medium">{target.name}</span>
        <Chip tone="neutral">{KIND_WORD[target.kind]}</Chip>
        {target.hasSecret && (
          <span className="text-12 text-ink-3">{target.kind === 'json' ? 'signed' : COPY.withToken}</span>
        )}
      </p>
      <p className="truncate text-12 text-ink-3">
        <span className="font-mono">{hostOf(target.url)}</span> ·{' '}
        {target.on.map((n) => COPY.news[n].toLowerCase()).join(', ')}
      </p>
    </div>
  )
}

function Came({
  what,
  result,
}: {
  what: string
  result: { readonly ok: boolean; readonly text: string; readonly at?: number }
}): ReactNode {
  const now = useMinute()
  const Icon = result.ok ? CircleCheck : CircleAlert
  return (
    <p
      className={`selectable mt-1 flex items-start gap-1.5 text-12 ${result.ok ? 'text-ink-3' : 'text-urgent'}`}
    >
      <Icon aria-hidden size={13} className={`mt-px shrink-0 ${result.ok ? 'text-quiet' : ''}`} />
      <span className="[overflow-wrap:anywhere]">
        {what}
        {result.at !== undefined && <time title={titleTime(result.at)}> {tableTime(result.at, now)}</time>}:{' '}
        {result.ok ? 'delivered' : COPY.notDelivered}. {result.text}
      </span>
    </p>
  )
}
