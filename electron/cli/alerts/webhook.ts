import { Option } from 'commander'
import type { Define } from '../kit/command.ts'
import { addWebhook, WEBHOOK_KINDS, WEBHOOK_NEWS, type AddOptions } from './add-webhook.ts'
import { incoming, rotate } from './webhook-door.ts'
import { listWebhooks, removeWebhook, testWebhook } from './webhook-places.ts'

/**
 * Where news go besides this machine, and the door for events: webhook list, add, remove, test, incoming,
 * rotate.
 */
export const webhookCommand: Define = (webhook, cx) => {
  webhook.description('places that news are sent to, and the local door for events')
  webhook
    .command('list')
    .description('where news are sent')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => listWebhooks(cx, o.json === true))
  webhook
    .command('add')
    .description(
      'send news there, too; the address is asked for, or read from stdin, so that it stays out of ' +
        'your shell’s history',
    )
    .argument('<name>', 'what to call it')
    .addOption(new Option('--kind <kind>', 'how it wants them').choices(WEBHOOK_KINDS).default('json'))
    .option('--url <address>', 'if it holds no credential')
    .option('--secret', 'asks for the key of the signature, or ntfy’s token')
    .option('--chat <id>', 'of Telegram')
    .addOption(new Option('--on <news...>', 'what is sent').choices(WEBHOOK_NEWS))
    .option('--off', 'keep it without sending')
    .option('-y, --yes', 'without asking')
    .action((name: string, o: AddOptions) => addWebhook(cx, name, o))
  webhook
    .command('remove')
    .description('send nothing there any more')
    .argument('<name>', 'name or id')
    .action((name: string) => removeWebhook(cx, name))
  webhook
    .command('test')
    .description('send one now that says it is a test')
    .argument('<name>', 'name or id')
    .action((name: string) => testWebhook(cx, name))
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
