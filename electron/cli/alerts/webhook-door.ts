import type { WebhookIn } from '../../../shared/contract/app.ts'
import { requireYes } from '../kit/confirm.ts'
import type { Context } from '../kit/context.ts'
import { plain } from '../kit/text.ts'

export async function incoming(
  cx: Context,
  { showToken, json }: { showToken?: true; json?: true },
): Promise<void> {
  const { client } = await cx.session()
  const door = await client.webhooks.incoming()
  if (json === true)
    return cx.out.json({
      ...door,
      token: showToken === true ? door.token : null, // null: --show-token was not given
    })
  showDoor(cx, door, showToken === true)
}

function showDoor(cx: Context, { port, running, problem, url, token }: WebhookIn, showToken: boolean): void {
  if (port === null) return cx.out.line('The door is closed. Open it: threadbeat set webhook-port 7878')
  if (problem !== null) cx.out.line(cx.out.colors.yellow(`! ${plain(problem)}`))
  cx.out.line(
    `${running ? 'Open' : 'Not open'}, port ${port}, for programs of this machine ` +
      `only${url === null ? '' : `: ${plain(url)}`}`,
  )
  cx.out.line(showToken ? `Token: ${plain(token)}` : 'Its token: threadbeat webhook incoming --show-token')
}

export async function rotate(cx: Context, isSure: boolean): Promise<void> {
  await requireYes(
    isSure,
    'Make a new token? What uses the old one is refused from then on.',
    'Nothing was changed.',
  )
  const { client } = await cx.session()
  await client.webhooks.rotate()
  cx.out.line('There is a new token; the old one is dead. See it: threadbeat webhook incoming --show-token')
}
