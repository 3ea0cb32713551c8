import { useId, useState, type ReactNode } from 'react'
import type { WebhookView } from '../../../shared/contract/app.ts'
import {
  WEBHOOK_KINDS,
  WEBHOOK_NEWS,
  webhookTargetSchema,
  type WebhookKind,
  type WebhookTarget,
} from '../../../shared/alerts/webhook.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Checkbox, inputClass, Select } from '../../kit/field.tsx'
import { WEBHOOKS_COPY as COPY } from './webhooks-copy.ts'

export const KIND_WORD: Record<WebhookKind, string> = {
  json: 'JSON',
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
}

/** What each service needs; the message itself is made by its template. */
const KIND: Record<WebhookKind, { url: string; secret: string | null }> = {
  json: { url: 'https://example.com/threadbeat', secret: COPY.signatureKey },
  ntfy: { url: 'https://ntfy.sh/my-topic', secret: COPY.accessToken },
  slack: { url: 'https://hooks.slack.com/services/…', secret: null },
  discord: { url: 'https://discord.com/api/webhooks/…', secret: null },
  telegram: { url: 'https://api.telegram.org/bot<token>/sendMessage', secret: null },
}
const NEW: WebhookView = {
  id: '',
  name: '',
  kind: 'ntfy',
  url: '',
  chat: null,
  on: ['urgent', 'alert', 'broken'],
  enabled: true,
  hasSecret: false,
  last: null,
}
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
  const { client } = useBridge()
  const id = useId()
  const [draft, setDraft] = useState<WebhookView>(target ?? NEW)
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<{ readonly at: string; readonly text: string } | null>(null)
  const { url, secret: secretName } = KIND[draft.kind]
  const set = (more: Partial<WebhookView>): void => setDraft({ ...draft, ...more })
  const save = async (): Promise<void> => {
    const { hasSecret: _, last: __, ...rest } = draft
    const read = webhookTargetSchema.safeParse({
      ...rest,
      id: draft.id === '' ? crypto.randomUUID() : draft.id,
      name: draft.name.trim() === '' ? KIND_WORD[draft.kind] : draft.name,
      url: draft.url.trim(),
      chat: draft.kind === 'telegram' && draft.chat?.trim() ? draft.chat : null,
      secret: secretName === null || secret === '' ? null : secret,
    } satisfies WebhookTarget)
    if (!read.success) return setError(problemOf(read.error.issues[0], draft))
    setError(null)
    setBusy(true)
    try {
      await client.webhooks.save({ target: read.data, confirmed: true })
      await onSaved()
      onClose()
    } catch (cause) {
      setError({ at: '', text: messageOf(cause) })
    } finally {
      setBusy(false)
    }
  }
  const field = (at: string): { 'aria-invalid': boolean } => ({ 'aria-invalid': error?.at === at })
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
        {secretName !== null && (
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
        )}
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

function problemOf(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
  draft: WebhookView,
): { readonly at: string; readonly text: string } {
  const at = String(issue?.path[0] ?? '')
  if (at === 'on') return { at, text: COPY.noNews }
  if (at === 'url' && draft.url.trim() === '') return { at, text: COPY.noAddress }
  const message = issue?.message ?? COPY.unreadable
  return { at, text: /^[A-Z]/.test(message) ? `${message}.` : `${COPY.fields[at] ?? at} ${message}.` }
}
