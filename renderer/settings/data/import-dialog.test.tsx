import path from 'node:path'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dataFolder } from '../../testing/data-folder.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { ImportDialog } from './import-dialog.tsx'

it('found by a user: an archive of this data folder says of trust that comes only where it comes', async () => {
  const folder = dataFolder()
  const host = await openHost({ dataFolder: folder })
  host.add('api')
  const file = path.join(folder, 'own.zip')
  await host.client.data.exportTo({ path: file, withSecrets: false, force: true, confirmed: true })
  const first = await host.client.data.importPlan({ path: file })
  expect(first.authority.signed).toBe(true)
  show(<ImportDialog path={file} first={first} onClose={() => {}} />, host)
  const said = (): string | null => screen.getByRole('dialog').textContent
  expect(said()).not.toContain('come with it')
  expect(said()).toContain('They do not come as you have it now')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Keep trust/ }))
  expect(said()).not.toContain('They do not come')
  expect(said()).toContain('can come as well')
})
