import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { choose } from '../../testing/choose.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { MasterRow } from './master-row.tsx'

const chosen = () => screen.getByRole('combobox', { name: 'Master thread' }).textContent

it('nobody is the master until a person chooses one, and it can be chosen again and taken back', async () => {
  const host = await openHost()
  host.add('api')
  host.add('web')
  show(<MasterRow />, host)
  expect(chosen()).toBe('None')
  await choose('Master thread', '3 web')
  await waitFor(() => expect(chosen()).toBe('3 web'))
  expect(host.thread('web').role).toBe('master')
  await choose('Master thread', '2 api')
  await waitFor(() => expect(chosen()).toBe('2 api'))
  expect(host.thread('web').role).toBe('worker')
  await choose('Master thread', 'None')
  await waitFor(() => expect(chosen()).toBe('None'))
})

it('says why a master that is not trusted does nothing', async () => {
  const host = await openHost()
  const id = host.add('api', { trusted: false })
  host.store.threads.setMaster(id)
  show(<MasterRow />, host)
  expect(screen.getByRole('alert').textContent).toBe('api is not trusted yet, so it does not beat.')
})
