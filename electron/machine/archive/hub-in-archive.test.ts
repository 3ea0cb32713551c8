import path from 'node:path'
import { expect, it } from 'vitest'
import { aThread, newFolder, openStore } from '../../store/testing/one-store.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { driver, here, options, profileOf } from './testing/exported.ts'
import { forged } from './testing/forge.ts'

const HUB = ['hub_outbox', 'hub_marks', 'hub_epochs', 'hub_mail']

it('an archive has nothing of what a machine tells its hub, and one that has it brings none of it', async () => {
  const folder = newFolder()
  const [dataDir, zip, other] = [
    path.join(folder, 'data'),
    path.join(folder, 'a.zip'),
    path.join(folder, 'b.zip'),
  ]
  const store = openStore(path.join(dataDir, 'threadbeat.db'))
  store.hub.join('epo_1', () => 1)
  store.threads.add(aThread(1))
  store.alerts.raise(aThread(1).id, { key: 'a', severity: 'warning', text: 'A' }, 1)
  const db = driver.open(path.join(dataDir, 'threadbeat.db'), { readOnly: true })
  const exported = await exportTo(db, dataDir, zip, options({ withSecrets: true }))
  db.close()
  store.close()
  if (!exported.ok) throw new Error(exported.error)
  expect(HUB.map((table) => [table, exported.value.manifest.rows[table]])).toEqual(
    HUB.map((table) => [table, 0]),
  )
  expect(exported.value.manifest.rows).toMatchObject({ alerts: 1, threads: 1 })
  forged(zip, other, (of) =>
    of.exec(`INSERT INTO hub_outbox (epoch, at, kind, body) VALUES ('e', 1, 'report', '{}');
      INSERT INTO hub_epochs VALUES ('e', 1, NULL, 0); INSERT INTO hub_marks VALUES ('thr_1');`),
  )
  const target = path.join(folder, 'target')
  expect(await importFrom(other, target, here)).toMatchObject({ ok: true })
  const tables = profileOf(target)
  expect(HUB.map((table) => tables[table])).toEqual(HUB.map(() => []))
  expect(tables['threads']).toHaveLength(1)
})
