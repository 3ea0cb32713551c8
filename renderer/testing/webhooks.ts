import type { WebhookTarget } from '../../shared/alerts/webhook.ts'
import { fault } from '../../shared/base/faults.ts'
import type { WindowHost } from './host.ts'

/** Where news go besides this machine. */
const PHONE: WebhookTarget = {
  id: 'wh_1',
  name: 'Phone',
  kind: 'ntfy',
  url: 'https://ntfy.sh/ada-threads',
  secret: 'tk_ada',
  chat: null,
  on: ['urgent', 'broken'],
  enabled: true,
}
const TEAM: WebhookTarget = {
  id: 'wh_2',
  name: 'Team channel',
  kind: 'slack',
  url: 'https://hooks.slack.com/services/T000/B000/XXXX',
  secret: null,
  chat: null,
  on: ['urgent', 'alert', 'recovered'],
  enabled: true,
}
const LOG: WebhookTarget = {
  id: 'wh_3',
  name: 'Log',
  kind: 'json',
  url: 'http://192.168.1.5:8080/threadbeat',
  secret: 'key-of-the-log',
  chat: null,
  on: ['urgent', 'alert', 'broken', 'recovered'],
  enabled: false,
}

/** Three targets of news; the second refused what was sent to it last. */
export async function addTargets(host: WindowHost): Promise<void> {
  for (const target of [PHONE, TEAM, LOG]) await host.client.webhooks.save({ target, confirmed: true })
  host.webhookFault = fault('webhook.refused', 'hooks.slack.com answered 404: no_service')
  await host.client.webhooks.test({ id: TEAM.id })
  host.webhookFault = null
}
