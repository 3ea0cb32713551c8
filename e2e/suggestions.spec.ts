import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { violations } from './harness/axe.ts'
import { addRepository, expect, test } from './harness/fleet.ts'

const LIST = '## Quick Tasks\n\n- [ ] Run `git status`\n\n## Daily Tasks\n\n'

/** A last commit with a script of that name. */
function withScript(repo: string): void {
  writeFileSync(path.join(repo, 'package.json'), '{"scripts":{"lint":"true"}}')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repo })
  git('add', 'package.json')
  git('commit', '-qm', 'lint')
}

test('what one repository runs is suggested to another, and written where the person says yes', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const heartbeat = `${LIST}- [ ] Run \`npm run lint\`\n`
  await addRepository(app, folder, 'api', { heartbeat, ready: withScript })
  const web = await addRepository(app, folder, 'web', { heartbeat: LIST, ready: withScript })
  await addRepository(app, folder, 'lib', { heartbeat: LIST, ready: withScript })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'Suggestions' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Line for web' })).toHaveValue('Run `npm run lint`')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept Run `npm run lint` for web' }).click()
  await expect(page.getByRole('textbox', { name: 'Line for web' })).toHaveCount(0)
  expect(readFileSync(web.file, 'utf8')).toContain('- [ ] Run `npm run lint`')
  await page.getByRole('button', { name: 'Decline Run `npm run lint` for lib…' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('the editor does it')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByText('Every list has what similar ones have')).toBeVisible()
  await expect(page.getByText('the editor does it')).toBeVisible()
  expect(
    (await client.pollination.view()).decided.map(({ threadName, state }) => [threadName, state]),
  ).toEqual([
    ['lib', 'declined'],
    ['web', 'accepted'],
  ])
})
