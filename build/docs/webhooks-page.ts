import * as z from 'zod'
import { WEBHOOK_PATH } from '../../electron/machine/network/webhook-head.ts'
import { WEBHOOK_LIMITS } from '../../electron/machine/network/webhook-server.ts'
import { webhookRequest } from '../../shared/alerts/webhook-request.ts'
import {
  webhookBodySchema,
  WEBHOOK_KINDS,
  WEBHOOK_NEWS,
  WEBHOOK_RETRY_MS,
  type WebhookEvent,
  type WebhookTarget,
} from '../../shared/alerts/webhook.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { schemaTable, type JsonSchema } from './schema-table.ts'

const AT = Date.UTC(2026, 8, 1, 7, 30)

const EVENT: WebhookEvent = {
  kind: 'urgent',
  threadNumber: 3,
  threadName: 'billing-worker',
  severity: 'urgent',
  title: 'Urgent: billing-worker',
  text: 'The certificate expires today',
  at: AT,
  runId: 'r_01' as WebhookEvent['runId'],
  alertId: 'a_01' as WebhookEvent['alertId'],
}
const TARGET: WebhookTarget = {
  id: 'w1',
  name: 'Own server',
  kind: 'json',
  url: 'https://example.com/threadbeat',
  secret: null,
  chat: null,
  on: ['urgent'],
  enabled: true,
}

/** docs/webhooks.md: what goes out is what the code makes of one event, what comes in is its schema. */
export function webhooksPage(): string {
  const body: unknown = JSON.parse(webhookRequest(TARGET, EVENT, AT + 1000).body)
  return `# Webhooks

<!-- Written from the code that sends and takes them by \`npm run docs\`; a test holds that it is true. -->

Nothing is sent and nothing listens unless you set it up, in *Settings, Integrations* or with \`threadbeat webhook\`.

## What Threadbeat sends

Kinds: ${WEBHOOK_KINDS.map((kind) => `\`${kind}\``).join(', ')}. News: ${WEBHOOK_NEWS.map((news) => `\`${news}\``).join(', ')}; each target says which it wants. \`json\` gets this, as \`POST\` with \`Content-Type: application/json\`:

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

\`version\` goes up when a key changes its meaning; keys may be added. \`runId\` and \`alertId\` are null for news of several
threads at once, whose thread has the number 0.

With a secret the request bears \`Threadbeat-Signature: t=SECONDS,v1=HEX\`: the HMAC-SHA256 of \`SECONDS.BODY\` with the
secret as key. Compare it in constant time, and refuse a time that is more than a few minutes off.

\`\`\`js
const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(request.headers['threadbeat-signature'])
const mine = createHmac('sha256', secret).update(\`\${t}.\${rawBody}\`).digest()
const isGood = timingSafeEqual(mine, Buffer.from(v1, 'hex')) && Math.abs(Date.now() / 1000 - t) < 300
\`\`\`

Any answer of 2xx within ten seconds is a delivery. Without an answer, and for 429 and 5xx, it is tried again after
${WEBHOOK_RETRY_MS.map((ms) => formatDuration(ms)).join(', ')}, or when \`Retry-After\` says. Redirects are not followed. Each try is shown in the
settings and by \`threadbeat webhook list\`. What was given up stands on Today and in \`threadbeat status\` until a delivery arrives. A test is an
\`alert\` of severity \`warning\`.

In quiet hours nothing is sent but what is urgent, where *Urgent alerts may pass* is on. What is held goes out at their end, unless its
alert is over, acknowledged or snoozed by then. A mute holds banners alone.

## What Threadbeat takes

Off until you give it a port. Then \`POST http://127.0.0.1:PORT${WEBHOOK_PATH}\`, with \`Authorization: Bearer TOKEN\` and
\`Content-Type: application/json\`, at most ${WEBHOOK_LIMITS.bodyBytes / 1024} KB and ${WEBHOOK_LIMITS.perMinute} requests a minute, from this machine and never from a web page:

${schemaTable(z.toJSONSchema(webhookBodySchema, { io: 'input' }) as JsonSchema)}

\`\`\`
curl -sS http://127.0.0.1:PORT${WEBHOOK_PATH} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"thread": "billing-worker", "text": "Deploy 42 failed", "wake": "now"}'
\`\`\`

202 means that it is kept, with its \`id\`. 401: the token. 404: no such thread. 409: the source is off for this thread.
413, 415, 422: the body, with what is wrong in it. 429: too many, with \`Retry-After\`.
`
}
