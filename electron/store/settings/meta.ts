import type { MetaRoom } from '../../engine/ports/store/settings.ts'
import type { Connection } from '../connection/connection.ts'

/** A few values that belong to no thread. null: nobody wrote it. */
export const readMeta = ({ value }: Pick<Connection, 'value'>, key: string): string | null =>
  value('SELECT value FROM meta WHERE key = ?', key) as string | null

export const writeMeta = ({ run }: Pick<Connection, 'run'>, key: string, value: string): void =>
  void run('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value)

export const metaRoom = (connection: Connection): MetaRoom => ({
  get: (key) => readMeta(connection, key),
  set: (key, value) =>
    connection.verb((touch) => {
      touch('all')
      writeMeta(connection, key, value)
    }),
})
