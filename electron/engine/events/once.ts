import type { Store } from '../ports/store.ts'

const REMEMBERED = 200
const KEY = 'inbox_events'

/**
 * Takes what is called `name` unless it was taken before; the mark and what `take` writes are one transaction, so that
 * nothing is told twice, whatever happens in between. null: it was taken before. Remembers the newest 200.
 */
export function once<T>(store: Pick<Store, 'meta' | 'together'>, name: string, take: () => T): T | null {
  return store.together(() => {
    const taken = JSON.parse(store.meta.get(KEY) ?? '[]') as string[]
    if (taken.includes(name)) return null
    const made = take()
    store.meta.set(KEY, JSON.stringify([...taken, name].slice(-REMEMBERED)))
    return made
  })
}

/** Of a message that may come by two ways: over the socket, and as a file where no answer came in time. */
export const nameOfRef = (ref: string): string => `ref ${ref}`
