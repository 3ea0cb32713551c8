import type { WebhookView } from '../../../shared/contract/app.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { iso, plain, relative } from '../kit/text.ts'
import { hostOf } from './host-of.ts'

const webhookJson = (w: WebhookView) => ({
  id: w.id,
  name: w.name,
  kind: w.kind,
  host: hostOf(w.url),
  on: w.on,
  enabled: w.enabled,
  hasSecret: w.hasSecret,
  last: w.last === null ? null : { ...w.last, at: iso(w.last.at) },
})

export async function listWebhooks(cx: Context, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const places = await client.webhooks.list()
  if (json) return cx.out.json(places.map(webhookJson))
  if (places.length === 0)
    return cx.out.line('News are sent nowhere. Add a place: threadbeat webhook add NAME --kind ntfy')
  const { colors } = cx.out
  cx.out.table(
    places.map((w) => [
      w.name,
      w.kind,
      hostOf(w.url),
      w.enabled ? w.on.join(', ') : { text: 'off', paint: colors.dim },
      { text: w.id, paint: colors.dim },
      w.last === null
        ? 'nothing sent yet'
        : {
            text: `${relative(w.last.at, cx.now())}: ${w.last.text}`,
            paint: w.last.ok ? colors.green : colors.yellow,
          },
    ]),
  )
}

async function find(cx: Context, text: string): Promise<WebhookView> {
  const { client } = await cx.session()
  const fitting = (await client.webhooks.list()).filter((w) => w.id === text || w.name === text)
  if (fitting.length > 1)
    throw usageError(`"${text}" could be ${fitting.map((w) => w.id).join(', ')}. Use the id.`)
  const [only] = fitting
  if (only === undefined)
    throw new CliError(`News are sent to no place "${text}". \`threadbeat webhook list\` shows them.`)
  return only
}

export async function removeWebhook(cx: Context, text: string): Promise<void> {
  const { id, name } = await find(cx, text)
  await (await cx.session()).client.webhooks.remove({ id })
  cx.out.line(`Removed ${plain(name)}; nothing is sent there any more.`)
}

export async function testWebhook(cx: Context, text: string): Promise<void> {
  const { id, name } = await find(cx, text)
  const answer = await (await cx.session()).client.webhooks.test({ id })
  cx.out.line(`${plain(name)}: ${plain(answer.text)}`)
  if (!answer.ok) cx.exitWith(1)
}
