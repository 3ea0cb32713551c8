import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import {
  DEBIAN_RULES,
  NO_POSTGRES,
  startPostgres,
  type Postgres,
} from '../electron/machine/hub/testing/postgres.ts'
import { addRepository, expect, go, settled, test, type Started } from './harness/fleet.ts'
import { look } from './harness/look.ts'

test.skip(NO_POSTGRES, 'no PostgreSQL here')

let server: Postgres
test.beforeEach(async () => {
  server = await startPostgres({ rules: DEBIAN_RULES })
  server.sql('postgres', `create role "${userInfo().username}" login createrole createdb`)
})
test.afterEach(() => server.remove())

async function fillIn({ page }: Started, name: string, kind: string): Promise<void> {
  await go(page, '/settings/machines')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: kind }).click()
}
/** By the window, as a person does it. */
async function becomeHub(started: Started, name: string, kind: string): Promise<void> {
  await fillIn(started, name, kind)
  await started.page.getByRole('button', { name: 'Make it the hub' }).click()
  await expect(started.page.getByText(/, connected$/)).toBeVisible()
}
async function join(started: Started, name: string, kind: string, code: string): Promise<void> {
  const { page } = started
  await fillIn(started, name, kind)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Join a hub' }).click()
  await expect(page.getByText(/, connected$/)).toBeVisible()
}

async function choose({ page }: Started, machine: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Machines: / }).click()
  await page.getByRole('menuitemradio', { name: machine }).click()
}

test('two machines see each other in the window, and one does what the other asks', async ({
  folder,
  start,
}) => {
  const faults: string[] = []
  const desk = await start({ env: { PGHOST: server.folder } })
  const { file } = await addRepository(desk, path.join(folder, 'desk'), 'api')
  const laptop = await start()
  await addRepository(laptop, path.join(folder, 'laptop'), 'notes')
  await go(laptop.page, '/settings/machines')
  await look(laptop, 'machines-none', faults)
  await becomeHub(desk, 'desk', 'Server')
  const second = await desk.client.hub.invite({})
  await join(laptop, 'laptop', 'Laptop', second.code)
  await expect(laptop.page.getByRole('list', { name: 'Other machines' }).getByText('desk')).toBeVisible()
  await look(laptop, 'machines-joined', faults)

  await choose(laptop, /^All machines/)
  await go(laptop.page, '/threads')
  await expect(laptop.page.getByRole('row', { name: /^desk.*1 thread/ })).toBeVisible()
  await look(laptop, 'machines-threads', faults)
  await laptop.page.getByRole('button', { name: /^Beat .*api/ }).click()
  await expect(laptop.page.getByText('Beat: done').first()).toBeVisible()

  // An alert there is an alert in the inbox here, and put away there.
  writeFileSync(file, readFileSync(file, 'utf8').replace('(none)', '- The disk is full'))
  const { id } = (await desk.client.snapshot()).threads[0]!
  await desk.client.beat.start({ id })
  await settled(desk)
  await go(laptop.page, '/')
  await expect(laptop.page.getByText('1 open alert')).toBeVisible()
  await look(laptop, 'machines-today', faults)
  await go(laptop.page, '/inbox')
  await expect(laptop.page.getByText('The disk is full')).toBeVisible()
  await look(laptop, 'machines-inbox', faults)
  await laptop.page.getByRole('button', { name: 'Acknowledge', exact: true }).first().click()
  await expect
    .poll(async () => (await desk.client.alerts.list({ state: 'acknowledged' })).map(({ text }) => text))
    .toEqual([expect.stringContaining('The disk is full')])
  await go(laptop.page, '/history')
  await expect(laptop.page.getByRole('heading', { name: /^Other machines/ })).toBeVisible()
  await look(laptop, 'machines-history', faults)

  // A beat there opens; its lines are told once that is allowed there.
  await laptop.page
    .getByRole('table', { name: 'Beats of other machines' })
    .getByRole('button', { name: /^Open the run of api/ })
    .first()
    .click()
  const run = laptop.page.getByRole('dialog', { name: 'api on desk' })
  await run.getByRole('button', { name: 'Ask desk for its lines' }).click()
  await expect(run.getByText(/^Lines: Other machines may not read the list of "api"/)).toBeVisible()
  await look(laptop, 'machines-run-refused', faults)
  await desk.client.threads.change({ id, sharesList: true })
  // Its list is told first, which takes some seconds.
  const lists = "select count(*) from threadbeat.advice where kind = 'list'"
  await expect.poll(() => server.sql('threadbeat', lists)).toEqual(['1'])
  await run.getByRole('button', { name: 'Ask again' }).click()
  await expect(run.getByRole('listitem').first()).toBeVisible()
  await look(laptop, 'machines-run', faults)
  await laptop.page.keyboard.press('Escape')
  await expect(run).toBeHidden()
  await choose(laptop, /^desk/)
  await go(laptop.page, '/')
  await look(laptop, 'machines-today-desk', faults)

  // What is suggested there is decided from here, as it reads, and done there.
  const line = 'Run `git count-objects`'
  await desk.client.pollination.propose({ text: line, tier: 'daily', ids: [id] })
  await go(laptop.page, '/suggestions')
  const accept = laptop.page.getByRole('button', { name: `Accept ${line} for api on desk` })
  await expect(accept).toBeVisible()
  await look(laptop, 'machines-suggestions', faults)
  await accept.click()
  await expect(accept).toBeHidden()
  expect(readFileSync(file, 'utf8')).toContain(`- [ ] ${line}`)

  // A line of its list is proposed to read otherwise, and does once that is accepted there.
  await go(laptop.page, '/threads')
  await laptop.page.getByRole('button', { name: 'List of api on desk' }).click()
  const list = laptop.page.getByRole('dialog', { name: 'List of api on desk' })
  await list
    .getByRole('button', { name: 'Propose an edit of Flag branches without commits for more than 7 days' })
    .click()
  await list.getByLabel('Line for api').fill('Flag branches without commits for more than 30 days')
  await list.getByLabel(/^Why/).fill('a branch may rest a while')
  await look(laptop, 'machines-list', faults)
  await list.getByRole('button', { name: 'Propose to desk' }).click()
  await expect(list.getByText(/^desk, asked just now: It is suggestion 2 for "api" there/)).toBeVisible()
  await look(laptop, 'machines-list-asked', faults)
  await laptop.page.keyboard.press('Escape')
  await go(desk.page, '/suggestions')
  await expect(
    desk.page.getByText(/^in place of Flag branches without commits for more than 7 days/),
  ).toBeVisible()
  await desk.page.getByRole('button', { name: /^Where Flag branches without commits/ }).click()
  await look(desk, 'machines-edit', faults)
  await desk.page.getByRole('button', { name: /^Accept Flag branches without commits/ }).click()
  await expect(desk.page.getByText('Written into the list of api.')).toBeVisible()
  expect(readFileSync(file, 'utf8')).toMatch(/^- \[.\] Flag branches without commits for more than 30 days$/m)
  expect(readFileSync(file, 'utf8')).not.toContain('more than 7 days')

  await server.kill()
  await expect(laptop.page.getByText(/^The hub has not answered since/)).toBeVisible()
  await look(laptop, 'machines-hub-away', faults)
  expect(faults).toEqual([])
})
