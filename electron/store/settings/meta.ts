import type { MetaRoom } from '../../engine/ports/store/settings.ts'
import type { Connection } from '../connection/connection.ts'

/** A few values that belong to no thread. null: nobody wrote it. */
export const readMeta = ({ value }: Pick<Connection, 'value'>, key: string): string | null =>
  value('SELECT value FROM meta WHERE key = ?', key) as string | null

export const writeMeta = ({ run }: Pick<Connection, 'run'>, key: string, value: string): void =>
  void run('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value)

/** Of which a statement may be told by its text: no trigger writes one. */
const WRITES_META = /\bmeta\b/

export function metaRoom(connection: Connection): MetaRoom {
  // Each turn asks whether all is paused.
  const values = connection.remembered(() => new Map<string, string | null>(), WRITES_META)
  return {
    get(key) {
      const known = values()
      if (!known.has(key)) known.set(key, readMeta(connection, key))
      return known.get(key) ?? null
    },
    set: (key, value) =>
      connection.verb((touch) => {
        touch('all')
        writeMeta(connection, key, value)
      }),
  }
}
