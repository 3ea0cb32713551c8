import type { Thread } from './thread.ts'

/**
 * The master is called by this number wherever one is typed, whatever its thread's own number is: a thread that becomes
 * the master keeps its own, by which its past is known. Only the folder that the app makes has it as its own.
 */
export const MASTER_NUMBER = 1

/** null: there is none, or it is being taken away. */
export const masterOf = <T extends Pick<Thread, 'role' | 'removeAt'>>(threads: readonly T[]): T | null =>
  threads.find((thread) => thread.role === 'master' && thread.removeAt === null) ?? null

/** The threads that are called by this number: the master by its own as well; at most one. */
export function numbered<T extends Pick<Thread, 'number' | 'role'>>(
  threads: readonly T[],
  number: number,
): readonly T[] {
  const master = number === MASTER_NUMBER ? threads.filter(({ role }) => role === 'master') : []
  return master.length > 0 ? master : threads.filter((thread) => thread.number === number)
}
