import type { Metric } from '../../../shared/attempts/metric.ts'
import { exactLine } from '../../../shared/base/hidden-text.ts'
import { shorten } from '../../../shared/base/one-line.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import { differenceSince } from '../threads/difference.ts'

const CHARS = 300

/**
 * Looks at the repository now; then, once a measurement has ended, what has changed in it meanwhile, in one line. null:
 * nothing, or the metric may change it, or it cannot be looked at. What git ignores does not count.
 */
export async function watchMeter(
  thread: Thread,
  { mayChange }: Pick<Metric, 'mayChange'>,
  ports: Pick<Ports, 'repositories'>,
): Promise<() => Promise<string | null>> {
  const before = mayChange ? null : await ports.repositories.look(thread.repoPath)
  return async () => {
    if (before?.ok !== true) return null
    const difference = await differenceSince(thread, before.value, ports)
    const words = difference.ok ? (difference.value?.split('\n', 1)[0] ?? '') : ''
    return words === '' ? null : shorten(exactLine(words), CHARS)
  }
}

/** Open until a measurement leaves the repository as it was, or a person says that it may change it. */
export const WRITES_KEY = 'metric:writes'

export const writesText = (command: string | null, changed: string): string =>
  `While \`${command ?? ''}\` measured, the repository changed: ${changed}. The scores count, but the next run starts from there. ` +
  'Let it write only what git ignores, or say that it may (--may-change).'
