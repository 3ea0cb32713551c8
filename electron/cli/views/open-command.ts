import type { Command } from 'commander'
import { isOurScheme, linkToRun, linkToThread, parseDeepLink } from '../../../shared/views/deep-link.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { requireApp } from '../kit/running-app.ts'
import type { Client } from '../kit/socket-client.ts'

/** open: brings the window of the running app to the front. */
export function addOpenCommand(program: Command, cx: Context): void {
  program
    .command('open')
    .description('show the window of the running app, at a thread, a run or a link')
    .argument('[thread]', 'number, name, path or the beginning of a name; or run_…, or a threadbeat:// link')
    .action((what: string | undefined) => open(cx, what))
}

async function open(cx: Context, what: string | undefined): Promise<void> {
  const client = await requireApp(cx, 'so there is no window to show')
  await client.shell.showWindow(what === undefined ? undefined : { link: await linkOf(client, what) })
}

async function linkOf(client: Client, what: string): Promise<string> {
  const link = isOurScheme(what)
    ? what
    : /^run_/.test(what)
      ? linkToRun(what)
      : linkToThread(findThread((await client.snapshot()).threads, what).id)
  if (parseDeepLink(link) === null)
    throw usageError(
      `"${what}" leads nowhere. Give a thread, a run (run_…), or a link such as threadbeat://queue.`,
    )
  return link
}
