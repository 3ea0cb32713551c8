import { exactLine } from '../../../shared/base/hidden-text.ts'
import { shorten } from '../../../shared/base/one-line.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { differenceSince } from '../threads/difference.ts'

const CHARS = 300

/** What has changed in the repository since it was looked at, in one line; null: nothing, or nobody looked. */
export async function changedSince(
  thread: Thread,
  before: RepositoryLook | null,
  ports: Pick<Ports, 'repositories'>,
): Promise<string | null> {
  if (before === null) return null
  const difference = await differenceSince(thread, before, ports)
  const words = difference.ok ? (difference.value?.split('\n', 1)[0] ?? '') : ''
  return words === '' ? null : shorten(exactLine(words), CHARS)
}

/** Open until a measurement leaves the repository as it was, or a person says that it may change it. */
export const WRITES_KEY = 'metric:writes'

export const writesText = (command: string, changed: string): string =>
  `While \`${command}\` measured, the repository changed: ${changed}. The scores count, but the next run starts from there. ` +
  'Let it write only what git ignores, or say that it may (--may-change yes).'
