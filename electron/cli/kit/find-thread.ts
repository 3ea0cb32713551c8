import { realpathSync } from 'node:fs'
import path from 'node:path'
import { numbered } from '../../../shared/threads/master.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { CliError, usageError } from './errors.ts'

type Named = Pick<ThreadView, 'id' | 'number' | 'name' | 'repoPath' | 'role'>

/**
 * The thread meant by a number, a name, a path or the unique beginning of a name. `place`: the text as a
 * real path.
 */
export function matchThread<T extends Named>(
  threads: readonly T[],
  text: string,
  place: string,
): Result<T, { readonly unknown: boolean; readonly message: string }> {
  const listed = (some: readonly T[]): string => some.map((t) => `${t.number} ${t.name}`).join(', ')
  const matches = [
    /^\d{1,9}$/.test(text) ? numbered(threads, Number(text)) : threads.filter((t) => t.id === text),
    threads.filter((t) => t.name === text),
    threads.filter((t) => t.repoPath === place),
    threads.filter((t) => t.name.toLowerCase().startsWith(text.toLowerCase())),
  ].find((some) => some.length > 0)
  const [first, second] = matches ?? []
  if (first === undefined)
    return err({
      unknown: true,
      message:
        `There is no thread "${text}". ` +
        `${threads.length === 0 ? 'Add one: threadbeat add PATH' : `Threads: ${listed(threads.slice(0, 10))}${threads.length > 10 ? ' …' : ''}`}`,
    })
  if (second !== undefined)
    return err({ unknown: false, message: `"${text}" could be ${listed(matches ?? [])}. Use the number.` })
  return ok(first)
}

export function findThread<T extends Named>(threads: readonly T[], text: string): T {
  const match = matchThread(threads, text, realPlace(text))
  if (match.ok) return match.value
  throw match.error.unknown ? new CliError(match.error.message) : usageError(match.error.message)
}

/** One name, all of them, or the only one there is; never a guess among several. */
export function chooseThreads<T extends Named>(
  threads: readonly T[],
  text: string | undefined,
  all: boolean,
  verb: string,
): readonly T[] {
  if (text !== undefined && all) throw usageError(`Either a thread or --all, not both.`)
  if (text !== undefined) return [findThread(threads, text)]
  if (threads.length === 0) throw new CliError('There are no threads yet. Add one: threadbeat add PATH')
  if (all || threads.length === 1) return threads
  throw usageError(`There are ${threads.length} threads: threadbeat ${verb} THREAD, or --all for every one.`)
}

/** The text as a real path; as an absolute one where there is nothing. */
export function realPlace(text: string): string {
  const place = path.resolve(text)
  try {
    return realpathSync(place)
  } catch {
    return place // a missing folder still has its thread
  }
}
