import path from 'node:path'
import { createActions, type Actions } from '../../../electron/engine/attempts/actions.ts'
import { createLedger } from '../../../electron/engine/attempts/ledger.ts'
import type { Store } from '../../../electron/engine/ports/store.ts'
import { createActionFiles } from '../../../electron/machine/disk/actions/action-files.ts'
import { openDatabase } from '../../../electron/store/connection/open.ts'
import { createStore } from '../../../electron/store/store.ts'
import { settingsInMemory } from '../../../electron/store/testing/settings-in-memory.ts'

/** The product's own store, files and rules over the folder of one case. */
export interface Product {
  readonly store: Store
  readonly actions: Actions
  readonly ledger: ReturnType<typeof createLedger>
}

/** Throws where the history cannot be opened. */
export function openProduct(folder: string, now: () => number): Product {
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const ids = (prefix: string): never => `${prefix}_${now()}` as never
  const store = createStore(opened.value.db, ids, settingsInMemory())
  const files = createActionFiles(path.join(folder, 'actions'))
  const actions = createActions({ store, files, clock: { now } })
  return { store, actions, ledger: createLedger({ store, clock: { now }, actions }) }
}
