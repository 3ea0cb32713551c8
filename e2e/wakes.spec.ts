import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { claudeAt, fakeClaude, useAgent } from './harness/fake-agents.ts'
import {
  addRepository,
  expect,
  go,
  partOfQueue,
  place,
  settled,
  test,
  threadNamed,
  toast,
} from './harness/fleet.ts'
import { HEARTBEAT, entry, section, texts } from './harness/incoming.ts'

const AS = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
/** As a person at a terminal would. → the short name of the commit. */
function commit(repo: string, message: string, dataDir = ''): string {
  execFileSync('git', [...AS, 'commit', '--quiet', '--allow-empty', '-m', message], {
    cwd: repo,
    env: { ...process.env, THREADBEAT_DATA_DIR: dataDir },
  })
  return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: repo, encoding: 'utf8' }).trim()
}

test('what git does reaches the thread, by looking and by hooks, as far as its sources are on', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 900] })
  const { page } = app
  const thread = await addRepository(app, folder, 'shop', { heartbeat: HEARTBEAT })
  const { id } = thread
  const repo = path.dirname(thread.file)
  await go(page, `/thread/${id}?tab=activity`)
  // What comes before the first look, just after the first beat, is what later looks compare with.
  await expect(async () => {
    await expect(entry(page, new RegExp(`^Git: New commit ${commit(repo, 'one')}`))).toContainText(
      'Listed only',
      { timeout: 3000 },
    )
  }).toPass({ intervals: [0] })
  await expect(page.getByRole('tab', { name: /Activity/ })).not.toContainText('waiting')

  await page.getByRole('tab', { name: 'Settings' }).click()
  const git = section(page, 'Sources').getByRole('group', { name: 'Git', exact: true })
  await git.getByRole('radio', { name: 'Off' }).click()
  await expect(page.getByRole('button', { name: 'Reset 1 source' })).toBeVisible()
  const config = path.join(repo, 'HEARTBEAT.json')
  writeFileSync(config, '{ "interval": "45m", "dailyAt": "07:30", "command": "rm -rf /" }\n')
  const silent = commit(repo, 'two') // and with it the file is looked at
  await expect(section(page, 'Schedule').getByText('set by HEARTBEAT.json')).toHaveCount(2)
  await expect(section(page, 'Schedule')).toContainText('Every 45 min')
  await expect(page.getByRole('group', { name: 'Problems in the file' })).toContainText('command')
  rmSync(config)
  commit(repo, 'three')
  await expect(section(page, 'Schedule').getByText('set by HEARTBEAT.json')).toHaveCount(0)
  await expect.poll(() => texts(app, id)).toContainEqual(expect.stringContaining('HEARTBEAT.json is gone'))
  // One look follows the other: the one that saw the silent commit is over.
  expect((await texts(app, id)).filter((text) => text.includes(`New commit ${silent}`))).toEqual([])
  await page.getByRole('button', { name: 'Reset Git to' }).click()
  await expect(page.getByRole('button', { name: 'Reset 1 source' })).toHaveCount(0)
  const told = commit(repo, 'four')
  await expect.poll(() => texts(app, id)).toContainEqual(expect.stringContaining(`New commit ${told}`))

  const hooks = section(page, 'Git hooks')
  const hook = path.join(repo, '.git', 'hooks', 'post-commit')
  const before = existsSync(hook)
  await hooks.getByRole('button', { name: 'Install…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByLabel('Change of post-commit')).toContainText('--source hook')
  expect(existsSync(hook), 'nothing is written before the answer').toBe(before)
  await question.getByRole('button', { name: 'Install hooks' }).click()
  await expect(toast(page, 'Installed. The next commit is told.')).toBeVisible()
  await expect(hooks.getByText('In place').first()).toBeVisible()
  commit(repo, 'five', app.dataDir) // the hook finds the app as a person's command line would
  await expect.poll(() => texts(app, id), { timeout: 20_000 }).toContain('git hook post-commit')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(entry(page, 'Git hook: git hook post-commit').first()).toContainText('untrusted')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await hooks.getByRole('button', { name: 'Remove…' }).click()
  await question.getByRole('button', { name: 'Remove hooks' }).click()
  await expect(toast(page, 'Removed. Your own lines were kept.')).toBeVisible()
  expect(existsSync(hook)).toBe(before)
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: repo, encoding: 'utf8' })).toBe('')
})

test('jobs are made, confirmed, run and told; what waits says why, and what comes is foretold', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 900] })
  const { page, client } = app
  const { id } = await addRepository(app, folder, 'barn', {
    heartbeat: HEARTBEAT,
    ready: (repo) =>
      execFileSync('git', [...AS, 'commit', '--quiet', '--allow-empty', '-m', 'The hay is in.'], {
        cwd: repo,
      }),
  })

  await place(page, 'Queue').click()
  await partOfQueue(page, 'Jobs').click()
  const editor = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New job' }).click()
  await editor.getByLabel('Name').fill('Freeze')
  await expect(editor.getByRole('region', { name: 'Next times' })).toContainText('Fires')
  await editor.getByRole('textbox', { name: 'Text for your inbox' }).fill('The release branch is frozen.')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('button', { name: 'Run Freeze now' }).click()
  await expect(page.getByRole('table', { name: 'Runs of Freeze' })).toContainText('Done')

  await page.getByRole('button', { name: 'New job' }).click()
  await editor.getByLabel('Name').fill('Newest')
  await editor.getByText('Command', { exact: true }).click()
  await editor.getByLabel('Program').fill('git')
  for (const [i, word] of ['log', '-1', '--format=%s'].entries()) {
    await editor.getByRole('button', { name: 'Add an argument' }).click()
    await editor.getByLabel(`Argument ${i + 1}`).fill(word)
  }
  await editor.getByRole('button', { name: 'Review…' }).click()
  await expect(editor.getByRole('list', { name: 'Arguments' }).getByRole('listitem')).toHaveText([
    '0git',
    '1log',
    '2-1',
    '3--format=%s',
  ])
  expect(await client.jobs.list({}), 'nothing is kept before it is confirmed').toHaveLength(1)
  await editor.getByRole('button', { name: 'Allow and save' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('button', { name: 'Run Newest now' }).click()
  const runs = page.getByRole('table', { name: 'Runs of Newest' })
  await expect(runs).toContainText('Ended with exit code 0.')
  await expect(runs).toContainText('by hand')
  await runs.getByRole('link').first().click()
  await expect(page.getByText('The hay is in.').first()).toBeVisible()

  await go(page, `/thread/${id}?tab=activity`)
  await expect(entry(page, /^Job: Job "?Freeze"?: The release branch is frozen\./)).toBeVisible()
  await expect(entry(page, /^Job: Job "?Newest"? is done/)).toContainText('The hay is in.')

  // An agent, so that there is a prompt; paused, so that what wakes it waits.
  await useAgent(app, id, claudeAt(fakeClaude(path.join(folder, 'bin'), "done('HEARTBEAT_OK')")))
  await client.events.add({ to: id, text: 'The roof leaks.', source: 'cli', wake: 'next' })
  await client.threads.pause({ id, until: null, reason: 'harvest' })
  await go(page, `/thread/${id}`)
  const why = section(page, 'Why and what next')
  await expect(why).toContainText('held back')
  await expect(
    why.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'closed' }), hasText: /pause/i }),
  ).toHaveCount(1)
  await why.getByRole('button', { name: 'Dry run…' }).click()
  const dry = page.getByRole('dialog')
  await dry.getByRole('combobox', { name: 'Tier' }).click()
  await page.getByRole('option', { name: 'Quick' }).click()
  await expect(dry.getByLabel('Prompt', { exact: true })).toContainText('HEARTBEAT tier=quick')
  await expect(dry.getByLabel('Prompt', { exact: true })).toContainText(
    /System \(untrusted\): \[.*\] The roof leaks\./,
  )
  await page.keyboard.press('Escape')
  expect((await threadNamed(app, 'barn')).events, 'a dry run uses nothing up').toBeGreaterThan(0)

  await client.wake({ id })
  await place(page, 'Queue').click()
  const waits = page.getByRole('list', { name: /^Wakes/ }).getByRole('listitem')
  await expect(waits).toContainText('Its thread is paused until you resume')
  await expect(waits).toContainText('A job')
  await expect(waits).toContainText('an event')
  await waits.getByRole('button', { name: 'Cancel what waits for barn' }).click()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await client.threads.resume({ id })
  await settled(app)

  await partOfQueue(page, 'Next 24 hours').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Next 24 hours' })).toBeVisible()
  const order = section(page, 'In order')
  await expect(order.getByRole('listitem').filter({ hasText: 'beat' }).first()).toContainText('barn')
  await page.getByRole('button', { name: 'Jobs and timed tasks' }).click()
  await expect(order.getByRole('listitem')).toHaveCount(2)
  for (const name of ['Freeze', 'Newest']) await expect(order).toContainText(name)
})
