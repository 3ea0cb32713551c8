import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { usageError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'

/** The check that is typed, by its name or by the number of its suggestion. */
export async function patternOr(
  client: Client,
  { id, name }: Pick<ThreadView, 'id' | 'name'>,
  typed: string,
): Promise<string> {
  if (/^\d+$/.test(typed)) {
    const { suggestions } = await client.pollination.view()
    const found = suggestions.find((one) => one.suggestion === Number(typed) && one.threadId === id)
    if (found === undefined) throw usageError(`no suggestion ${typed} is open for ${shownLine(name)}`)
    return found.pattern
  }
  if (/^[a-z][a-z0-9-]{0,60}$/.test(typed)) return typed
  throw usageError(`"${typed}" is no check: name it as \`threadbeat suggest\` does, or by its number`)
}
