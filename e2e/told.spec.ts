import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../build/machine/machine.mjs'
import { addRepository, expect, place, settled, test } from './harness/fleet.ts'
import { HEARTBEAT, entry } from './harness/incoming.ts'
import { picture } from './harness/picture.ts'

test('a failed command on a thread without an agent goes to the person, and is over with its next success', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const thread = await addRepository(app, folder, 'shop', { heartbeat: HEARTBEAT })
  await settled(app)
  const cli = (...args: readonly string[]) =>
    spawnSync(process.execPath, [path.join(root, 'dist/cli.cjs'), ...args], {
      cwd: path.dirname(thread.file),
      env: { ...process.env, THREADBEAT_DATA_DIR: app.dataDir },
      encoding: 'utf8',
    })
  const npmTest = (code: number) =>
    cli('exec', '--name', 'npm test', '--', 'sh', '-c', `echo 3 failed; exit ${code}`)

  expect(npmTest(1)).toMatchObject({ status: 1, stdout: '3 failed\n', stderr: '' })
  await place(page, 'Today').click()
  const card = page.getByRole('article', { name: /shop/ })
  await expect(card).toContainText('Command "npm test" failed with exit code 1')
  await expect(card).toContainText('3 failed')
  expect(cli('event', 'shop', 'deployed').stdout).toContain('it goes to you, in the inbox')
  await picture(page, 'told-today')
  await place(page, 'Inbox').click()
  const inbox = page.getByRole('main')
  await expect(inbox).toContainText('Command "npm test" failed with exit code 1')
  await expect(inbox).toContainText('deployed')
  await picture(page, 'told-inbox')
  await place(page, 'Today').click()
  await card.getByRole('button', { name: 'Open' }).first().click()
  await expect(entry(page, /^Command: /)).toContainText('Told to you')
  await expect(entry(page, /^Command line: deployed/)).toContainText('Told to you')
  await picture(page, 'told-activity')

  // Run again: nothing before the argument list and the folder were shown; it still fails.
  await place(page, 'Inbox').click()
  await inbox.getByRole('button', { name: 'Run again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run npm test again?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['0sh', '1-c', '2echo 3 failed; exit 1'])
  await expect(dialog).toContainText(`Started in ${path.dirname(thread.file)}, without a shell`)
  await picture(page, 'told-run-again')
  await dialog.getByRole('button', { name: 'Run it' }).click()
  await expect(inbox).toContainText('seen 2×')

  // A message to a thread without an agent is kept, and the thread stays what it was.
  expect(cli('send', 'shop', 'Is it deployed?').stdout).toContain('has no agent; it is read when it has one')
  await place(page, 'Queue').click()
  const kept = page.getByRole('region', { name: /^Waiting for an agent/ })
  await expect(kept).toContainText('Is it deployed?')
  await expect(page.getByText('1 kept for an agent')).toBeVisible()
  await picture(page, 'told-kept')
  await kept.getByRole('button', { name: /^Take back/ }).click()
  await expect(kept).toHaveCount(0)
  await place(page, 'Today').click()
  await card.getByRole('button', { name: 'Open' }).first().click()

  expect(npmTest(0).status).toBe(0)
  await expect
    .poll(async () => (await client.alerts.list({ state: 'resolved' })).map((a) => a.key))
    .toEqual(['command:npm test'])
  await expect(entry(page, /^Command: .*ended well/)).toContainText('Listed only')
  await place(page, 'Today').click()
  await expect(card).not.toContainText('npm test')
  await expect(card).toContainText('deployed') // until somebody has seen it
  await card.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
})
