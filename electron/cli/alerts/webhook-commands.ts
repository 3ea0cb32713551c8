import { Option, type Command } from 'commander'
import { randomBytes } from 'node:crypto'
import type { WebhookIn, WebhookView } from '../../../shared/contract/app.ts'
import type { WebhookKind, WebhookNews, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { confirm, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { exact, plain, relative } from '../kit/text.ts'
import { readSecret } from '../kit/read-secret.ts'

/**
 * Stated again, so that a command which reaches the running app need not load the schemas; the compiler
 * compares.
 */
const KINDS = Object.keys({ json: 1, ntfy: 1, slack: 1, discord: 1, telegram: 1 } satisfies Record<
  WebhookKind,
  1
>) as WebhookKind[]
const NEWS = Object.keys({ urgent: 1, alert: 1, broken: 1, recovered: 1 } satisfies Record<
  WebhookNews,
  1
>) as WebhookNews[]

/**
 * Where news go besides this machine, and the door for events: webhook list, add, remove, test, incoming,
 * rotate.
 */
export function addWebhookCommands(program: Command, cx: Context): void {
  const webhook = program
    .command('webhook')
    .description('places that news are sent to, and the local door for events')
  webhook
    .command('list')
    .description('where news are sent')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  webhook
    .command('add')
    .description(
      'send news there, too; the address is asked for, or read from stdin, so that it stays out of ' +
        'your shell’s history',
    )
    .argument('<name>', 'what to call it')
    .addOption(new Option('--kind <kind>', 'how it wants them').choices(KINDS).default('json'))
    .option('--url <address>', 'if it holds no credential')
    .option('--secret', 'asks for the key of the signature, or ntfy’s token')
    .option('--chat <id>', 'of Telegram')
    .addOption(new Option('--on <news...>', 'what is sent').choices(NEWS))
    .option('--off', 'keep it without sending')
    .option('-y, --yes', 'without asking')
    .action((name: string, o: AddOptions) => add(cx, name, o))
  webhook
    .command('remove')
    .description('send nothing there any more')
    .argument('<name>', 'name or id')
    .action((name: string) => remove(cx, name))
  webhook
    .command('test')
    .description('send one now that says it is a test')
    .argument('<name>', 'name or id')
    .action((name: string) => test(cx, name))
  webhook
    .command('incoming')
    .description('the local door: where programs of this machine can post events')
    .option('--show-token', 'with the token: whoever has it can tell your threads things')
    .option('--json', 'for programs')
    .action((o: { showToken?: true; json?: true }) => incoming(cx, o))
  webhook
    .command('rotate')
    .description('a new token; the old one is dead at once')
    .option('-y, --yes', 'without asking')
    .action((o: { yes?: true }) => rotate(cx, o.yes === true))
}

interface AddOptions {
  readonly kind: WebhookKind
  readonly url?: string
  readonly secret?: true
  readonly chat?: string
  readonly on?: readonly WebhookNews[]
  readonly off?: true
  readonly yes?: true
}

/** The address itself is a credential of most services: only its host is shown. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'unreadable address'
  }
}

const view = (w: WebhookView) => ({
  id: w.id,
  name: w.name,
  kind: w.kind,
  host: hostOf(w.url),
  on: w.on,
  enabled: w.enabled,
  hasSecret: w.hasSecret,
  last: w.last === null ? null : { ...w.last, at: new Date(w.last.at).toISOString() },
})

async function list(cx: Context, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const found = await client.webhooks.list()
  if (json) return cx.out.json(found.map(view))
  if (found.length === 0)
    return cx.out.line('News are sent nowhere. Add a place: threadbeat webhook add NAME --kind ntfy')
  const { colors } = cx.out
  cx.out.table(
    found.map((w) => [
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

async function add(cx: Context, name: string, o: AddOptions): Promise<void> {
  const { client } = await cx.session()
  if ((await client.webhooks.list()).some((w) => w.name === name))
    throw usageError(`There is a place "${name}" already. Remove it first: threadbeat webhook remove ${name}`)
  const url = o.url ?? (await readSecret('Address: '))
  if (url === '') throw usageError('An address is needed: --url ADDRESS, or on stdin.')
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
    on: [...(o.on ?? NEWS)],
    enabled: o.off !== true,
  }
  cx.out.line(
    `${exact(name)}: ${o.kind} at ${exact(hostOf(url))}, told of: ${target.on.join(', ')}. Names of ` +
      'threads and what their runs say leave this machine.',
  )
  if (o.yes !== true && !(await confirm('Send news there from now on?')))
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
  await client.webhooks.save({ target, confirmed: true })
  cx.out.line(`Added. Try it: threadbeat webhook test ${name}`)
}

async function find(cx: Context, text: string): Promise<WebhookView> {
  const { client } = await cx.session()
  const found = (await client.webhooks.list()).filter((w) => w.id === text || w.name === text)
  if (found.length > 1)
    throw usageError(`"${text}" could be ${found.map((w) => w.id).join(', ')}. Use the id.`)
  const [only] = found
  if (only === undefined)
    throw new CliError(`News are sent to no place "${text}". \`threadbeat webhook list\` shows them.`)
  return only
}

async function remove(cx: Context, text: string): Promise<void> {
  const { id, name } = await find(cx, text)
  await (await cx.session()).client.webhooks.remove({ id })
  cx.out.line(`Removed ${plain(name)}; nothing is sent there any more.`)
}

async function test(cx: Context, text: string): Promise<void> {
  const { id, name } = await find(cx, text)
  const sent = await (await cx.session()).client.webhooks.test({ id })
  cx.out.line(`${plain(name)}: ${plain(sent.text)}`)
  if (!sent.ok) cx.exitWith(1)
}

async function incoming(cx: Context, { showToken, json }: { showToken?: true; json?: true }): Promise<void> {
  const { client } = await cx.session()
  const door = await client.webhooks.incoming()
  if (json === true) return cx.out.json({ ...door, token: showToken === true ? door.token : null })
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

async function rotate(cx: Context, yes: boolean): Promise<void> {
  if (!yes && !(await confirm('Make a new token? What uses the old one is refused from then on.')))
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
  const { client } = await cx.session()
  await client.webhooks.rotate()
  cx.out.line('There is a new token; the old one is dead. See it: threadbeat webhook incoming --show-token')
}
