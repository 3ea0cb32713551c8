import { randomBytes } from 'node:crypto'
import type { WebhookKind, WebhookNews, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { addressProblem, kindProblem } from '../../../shared/alerts/webhook-address.ts'
import { requireYes } from '../kit/confirm.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { exact } from '../kit/text.ts'
import { hostOf } from './host-of.ts'
import { readSecret } from './read-secret.ts'

/**
 * Stated again, so that a command which reaches the running app need not load the schemas; the compiler
 * compares.
 */
export const WEBHOOK_KINDS = Object.keys({
  json: 1,
  ntfy: 1,
  slack: 1,
  discord: 1,
  telegram: 1,
} satisfies Record<WebhookKind, 1>) as WebhookKind[]
export const WEBHOOK_NEWS = Object.keys({ urgent: 1, alert: 1, broken: 1, recovered: 1 } satisfies Record<
  WebhookNews,
  1
>) as WebhookNews[]

export interface AddOptions {
  readonly kind: WebhookKind
  readonly url?: string
  readonly secret?: true
  readonly chat?: string
  readonly on?: readonly WebhookNews[]
  readonly off?: true
  readonly yes?: true
}

export async function addWebhook(cx: Context, name: string, o: AddOptions): Promise<void> {
  const { client } = await cx.session()
  if ((await client.webhooks.list()).some((w) => w.name === name))
    throw usageError(`There is a place "${name}" already. Remove it first: threadbeat webhook remove ${name}`)
  const url = o.url ?? (await readSecret('Address: '))
  if (url === '') throw usageError('An address is needed: --url ADDRESS, or on stdin.')
  refuseUnfit({ kind: o.kind, url, chat: o.chat ?? null })
  const secret =
    o.secret === true ? await readSecret(o.kind === 'ntfy' ? 'Token: ' : 'Key of the signature: ') : null
  if (secret === '') throw usageError('--secret was given, but none was entered.')
  const target: WebhookTarget = {
    id: `hook_${randomBytes(6).toString('hex')}`,
    name,
    kind: o.kind,
    url,
    secret,
    chat: o.chat ?? null,
    on: [...(o.on ?? WEBHOOK_NEWS)],
    enabled: o.off !== true,
  }
  cx.out.line(
    `${exact(name)}: ${o.kind} at ${exact(hostOf(url))}, told of: ${target.on.join(', ')}. Names of ` +
      'threads and what their runs say leave this machine.',
  )
  await requireYes(o.yes === true, 'Send news there from now on?', 'Nothing was changed.')
  await client.webhooks.save({ target, confirmed: true })
  cx.out.line(`Added. Try it: threadbeat webhook test ${name}`)
}

/** Before anything else is asked or said; the running app judges by the same. */
function refuseUnfit(target: Pick<WebhookTarget, 'kind' | 'url' | 'chat'>): void {
  const problem = addressProblem(target.url)
  if (problem !== null) throw usageError(`The address ${problem}.`)
  const unfit = kindProblem(target)
  if (unfit === null) return
  throw usageError(unfit.field === 'url' ? `The address ${unfit.message}.` : `${unfit.message}: --chat ID`)
}
