import { isOurScheme, linkToRun, linkToThread, parseDeepLink } from '../../../shared/views/deep-link.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { requireApp } from '../kit/running-app.ts'
import type { Client } from '../kit/socket-client.ts'

export const openCommand: Define = (command, cx) =>
  command
    .description('show the window of the running app, at a thread, a run or a link')
    .argument('[thread]', 'number, name, path or the beginning of a name; or run_…, or a threadbeat:// link')
    .action((place: string | undefined) => open(cx, place))

async function open(cx: Context, place: string | undefined): Promise<void> {
  const client = await requireApp(cx, 'so there is no window to show')
  await client.shell.showWindow(place === undefined ? undefined : { link: await linkOf(client, place) })
}

async function linkOf(client: Client, place: string): Promise<string> {
  const link = await linkTo(client, place)
  if (parseDeepLink(link) === null)
    throw usageError(
      `"${place}" leads nowhere. Give a thread, a run (run_…), or a link such as threadbeat://queue.`,
    )
  return link
}

async function linkTo(client: Client, place: string): Promise<string> {
  if (isOurScheme(place)) return place
  if (place.startsWith('run_')) return linkToRun(place)
  return linkToThread(findThread((await client.snapshot()).threads, place).id)
}
