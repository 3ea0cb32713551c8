import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { bytes } from '../kit/text/amounts.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { openHost } from '../testing/host.ts'
import { longHistory } from '../testing/long-history.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'
import { RetentionRows } from './retention.tsx'

beforeEach(() => navigate('/history'))

it('exports what the filters show, and says where it went', async () => {
  const file = path.join(dataFolder(), 'history.csv')
  const host = await openHost({ dataFolder: longHistory(1200), machine: { file } })
  navigate('/history?outcomes=alert')
  show(<HistoryPage />, host)
  await screen.findByText(/^2 rows/)
  fireEvent.click(screen.getByText('Export…'))
  fireEvent.click(await screen.findByText('Choose a file…'))
  const message = await screen.findByText(/ written to /)
  const text = readFileSync(file, 'utf8')
  expect(message.textContent).toBe(`2 rows, ${bytes(text.length)}, written to ${file}.`)
  expect(text.match(/Main is red since build \d+/g)).toEqual([
    'Main is red since build 1007',
    'Main is red since build 7',
  ])
  expect(host.calls.find((c) => c.startsWith('history.export'))).toBe(
    `history.export {"filter":{"outcomes":["alert"]},"format":"csv","path":${JSON.stringify(file)}}`,
  )
})

it('shows what is kept, and cleans up now', async () => {
  const host = await quietHost('web')
  await host.beat('web')
  await host.sleep(40 * DAY)
  await host.client.settings.change({ runsKeptMs: 30 * DAY, detailsKeptMs: 30 * DAY })
  show(<RetentionRows />, host)
  expect(await screen.findByText(/^3 runs, /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clean up now' }))
  expect(await screen.findByText(/^\d+ old rows are deleted\. Day figures are kept\.$/)).toBeTruthy()
  expect(host.runs()).toHaveLength(1)
})

it('says that nothing is deleted by a clock that jumped, and asks before it is all the same', async () => {
  const host = await quietHost('web')
  await host.beat('web')
  await host.clock.set(host.clock.now() + 400 * DAY)
  await host.pass(2 * MINUTE)
  show(<RetentionRows />, host)
  expect(await screen.findByText(/clock of this machine jumped by days\. Nothing is deleted/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clean up now' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete by a clock that jumped?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(host.calls.filter((c) => c.startsWith('history.clean'))).toEqual([])
})
