import { useId, type ReactNode } from 'react'
import type { WebhookView } from '../../../shared/contract/app.ts'
import { WEBHOOK_KINDS, WEBHOOK_NEWS, type WebhookKind } from '../../../shared/alerts/webhook.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { KIND_WORD, useWebhookEdit, type WebhookEdit } from './use-webhook-edit.ts'
import { WEBHOOKS_COPY as COPY } from './webhooks-copy.ts'

const LABEL =
  'grid grid-cols-[110px_minmax(0,1fr)] items-start gap-x-3 text-13 [&>:first-child]:pt-1.5 [&>:first-child]:text-ink-2'

export function WebhookDialog({
  target,
  onClose,
  onSaved,
}: {
  target: WebhookView | null
  onClose: () => void
  onSaved: () => Promise<unknown>
}): ReactNode {
  const edit = useWebhookEdit(target, onClose, onSaved)
  const { isBusy, error, save } = edit
  return (
    <Dialog
      open
      onClose={onClose}
      width={620}
      title={target === null ? COPY.add : COPY.change(target.name)}
      description={COPY.about}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isBusy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault()
          void save()
        }}
      >
        <Service edit={edit} />
        <Address edit={edit} />
        <Secret edit={edit} />
        <News edit={edit} />
        {error !== null && (
          <p role="alert" className="text-12 text-urgent">
            {error.text}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

const kinds = Object.fromEntries(
  [...WEBHOOK_KINDS.filter((k) => k !== 'json'), 'json' as const].map((k) => [k, KIND_WORD[k]]),
) as Record<WebhookKind, string>

interface Props {
  readonly edit: WebhookEdit
}

function Service({ edit: { draft, set } }: Props): ReactNode {
  const id = useId()
  return (
    <>
      <div className={LABEL}>
        <span>Service</span>
        <span>
          <Select label="Service" value={draft.kind} options={kinds} onChange={(kind) => set({ kind })} />
          <span className="mt-1 block text-12 text-ink-3">{COPY.help[draft.kind]}</span>
        </span>
      </div>
      <div className={LABEL}>
        <label htmlFor={`${id}n`}>Name</label>
        <input
          id={`${id}n`}
          className={`${inputClass} w-full`}
          maxLength={60}
          value={draft.name}
          placeholder={KIND_WORD[draft.kind]}
          spellCheck={false}
          onChange={(e) => set({ name: e.target.value })}
        />
      </div>
    </>
  )
}

function Address({ edit: { draft, set, url, field } }: Props): ReactNode {
  const id = useId()
  return (
    <>
      <div className={LABEL}>
        <label htmlFor={`${id}u`}>Address</label>
        <input
          id={`${id}u`}
          className={`${inputClass} w-full font-mono text-12`}
          value={draft.url}
          placeholder={url}
          spellCheck={false}
          autoComplete="off"
          {...field('url')}
          onChange={(e) => set({ url: e.target.value })}
        />
      </div>
      {draft.kind === 'telegram' && (
        <div className={LABEL}>
          <label htmlFor={`${id}c`}>Chat</label>
          <input
            id={`${id}c`}
            className={`${inputClass} w-56 font-mono text-12`}
            value={draft.chat ?? ''}
            placeholder={COPY.chatHint}
            spellCheck={false}
            {...field('chat')}
            onChange={(e) => set({ chat: e.target.value })}
          />
        </div>
      )}
    </>
  )
}

function Secret({ edit: { draft, secret, setSecret, secretName, field } }: Props): ReactNode {
  const id = useId()
  if (secretName === null) return null
  return (
    <div className={LABEL}>
      <label htmlFor={`${id}s`}>{secretName}</label>
      <span>
        <input
          id={`${id}s`}
          type="password"
          className={`${inputClass} w-full font-mono text-12`}
          value={secret}
          placeholder={draft.hasSecret ? COPY.keptHint : 'none'}
          autoComplete="off"
          spellCheck={false}
          {...field('secret')}
          onChange={(e) => setSecret(e.target.value)}
        />
        <span className="mt-1 block text-12 text-ink-3">
          {draft.hasSecret ? COPY.stored : COPY.willBeStored}
        </span>
      </span>
    </div>
  )
}

function News({ edit: { draft, set } }: Props): ReactNode {
  const id = useId()
  return (
    <div role="group" aria-labelledby={`${id}o`} className={LABEL}>
      <span id={`${id}o`}>{COPY.isSent}</span>
      <span className="flex flex-wrap gap-x-5 gap-y-1.5 pt-1.5">
        {WEBHOOK_NEWS.map((news) => (
          <span key={news} className="flex items-center gap-2">
            <Checkbox
              label={COPY.news[news]}
              checked={draft.on.includes(news)}
              onChange={(on) =>
                set({ on: WEBHOOK_NEWS.filter((n) => (n === news ? on : draft.on.includes(n))) })
              }
            />{' '}
            {COPY.news[news]}
          </span>
        ))}
      </span>
    </div>
  )
}
