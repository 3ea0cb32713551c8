import { webhookTargetSchema, type WebhookKind, type WebhookTarget } from '../webhook.ts'

export const URLS: Record<WebhookKind, string> = {
  json: 'https://example.org/hook',
  ntfy: 'https://ntfy.sh/my-topic',
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  discord: 'https://discord.com/api/webhooks/1/x',
  telegram: 'https://api.telegram.org/bot1:abc',
}
export const target = (kind: WebhookKind, more: Partial<WebhookTarget> = {}): WebhookTarget =>
  webhookTargetSchema.parse({
    id: 'w1',
    name: 'Phone',
    kind,
    url: URLS[kind],
    secret: null,
    chat: kind === 'telegram' ? '-1001' : null,
    on: ['urgent', 'broken'],
    enabled: true,
    ...more,
  })
