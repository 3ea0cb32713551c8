import { useState } from 'react'
import type { WebhookView } from '../../../shared/contract/app.ts'
import { webhookTargetSchema, type WebhookKind, type WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
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
/** An address for news, as it is written; `target` null: a new one. Ends with `onSaved`, then `onClose`. */
export function useWebhookEdit(
  target: WebhookView | null,
  onClose: () => void,
  onSaved: () => Promise<unknown>,
) {
  const { client } = useBridge()
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
  return { draft, set, secret, setSecret, secretName, url, isBusy, error, field, save }
}
export type WebhookEdit = ReturnType<typeof useWebhookEdit>

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
