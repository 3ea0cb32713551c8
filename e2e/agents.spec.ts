import path from 'node:path'
import type { Page } from '@playwright/test'
import { DesktopBus } from './harness/desktop-bus.ts'
import { claudeAt, fakeClaude, logOf, plainProgram, useAgent } from './harness/fake-agents.ts'
import {
  addRepository,
  expect,
  openAgents,
  openThread,
  row,
  settled,
  test,
  threadNamed,
  toast,
  type Started,
} from './harness/fleet.ts'
import { LIST, answer, EVIDENCE, QUIET } from './harness/agent-script.ts'

/** A thread with such an agent, after its first beat of local checks. */
async function withClaude(
  app: Started,
  folder: string,
  name: string,
  body: string,
  more: Record<string, unknown> = {},
): Promise<{ readonly id: Awaited<ReturnType<typeof addRepository>>['id']; readonly program: string }> {
  const { id } = await addRepository(app, folder, name, { heartbeat: LIST })
  const program = fakeClaude(path.join(folder, `bin-${name}`), body)
  await useAgent(app, id, claudeAt(program, more))
  return { id, program }
}
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

test('without an agent nobody answers; one is chosen word by word, and then it does', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  await addRepository(app, folder, 'asked', { heartbeat: LIST })
  const program = plainProgram(
    folder,
    `const { text } = await tool('list_threads', {}); console.log('You said: ' + ` +
      `prompt.split('\\n')[0] + '\\n' + (text.includes('asked') ? 'I know my **thread**.' : text))`,
  )
  await openThread(page, 'asked')
  await page.keyboard.press('Alt+4')
  await expect(page.getByText('Nothing was said yet.')).toBeVisible()
  await expect(page.getByText('This thread has no agent')).toBeVisible()
  await page.getByRole('button', { name: 'Choose an agent' }).click()

  await page.getByRole('combobox', { name: 'Runner' }).click()
  await page.getByRole('option', { name: 'Command' }).click()
  await page.getByLabel('Program').fill(process.execPath)
  await page.getByRole('button', { name: 'Add an argument' }).click()
  await page.getByLabel('Argument 1').fill(program)
  await page.getByRole('button', { name: 'Review and use…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Run this command for asked?' })
  await expect(question).toContainText(program)
  await expect(question).toContainText('It can do whatever you can do.')
  expect((await threadNamed(app, 'asked')).agent.kind).toBe('local')
  await answer(page, 'Use this command')
  await expect
    .poll(async () => (await threadNamed(app, 'asked')).agent)
    .toMatchObject({ kind: 'command', argv: [process.execPath, program] })

  await page.keyboard.press('Alt+4')
  const box = page.getByRole('textbox', { name: 'Message to asked' })
  await box.fill('Where are we?')
  await box.press('Enter')
  const log = page.getByRole('log', { name: 'Conversation with asked' })
  await expect(log.getByRole('article', { name: 'You: Where are we?' })).toBeVisible()
  await expect(log.getByRole('article', { name: /^Answer: You said: Where are we\?/ })).toContainText(
    'I know my thread.',
  )
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
})

test('what an agent reports stands in the inbox, in the conversation, and whole in its run', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page, client } = app
  const { program } = await withClaude(
    app,
    folder,
    'fenced',
    `
    logged(prompt)
    call('Bash', { command: 'git status' }, true, 'nothing to commit')
    await own('report', { status: 'attention', tasks: [{ key: 'Run \`git status\`', outcome: 'ok', evidence: 'Nothing is uncommitted.' }, { key: 'Read the notes', outcome: 'finding', evidence: 'The map is older than the fence.' }], alerts: [{ key: 'fence', severity: 'warning', text: 'The fence has a hole.', state: 'open' }] })
    done('The fence has a hole.\\n\\nIt is on the **north** side.')`,
    { env: { ANTHROPIC_API_KEY: 'test-key' } },
  )
  await page.getByRole('button', { name: 'Beat fenced now' }).click()
  const card = page.getByRole('article', { name: /^Alert: fenced/ })
  await expect(card).toContainText('The fence has a hole.')
  await openThread(page, 'fenced')
  await tab(page, 'Conversation')
  const report = page.getByRole('article', { name: /^Heartbeat report: The fence has a hole/ })
  await expect(report.locator('strong')).toHaveText('north')
  await report.getByRole('button', { name: /^Open the run/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The fence has a hole.')
  const main = page.getByRole('main')
  const tasks = main.getByRole('region', { name: 'What was done' })
  await expect(tasks).toContainText('Nothing is uncommitted.')
  await expect(tasks).toContainText('The map is older than the fence.')
  await expect(tasks.getByText('Passed', { exact: true })).toHaveCount(1)
  const calls = main.getByRole('region', { name: 'What the agent called' })
  await expect(calls.getByRole('listitem')).toHaveCount(2)
  await expect(calls.getByRole('listitem').first()).toContainText('git status')
  await expect(main.getByText('1,234 in · 5,000 cached · 56 out')).toBeVisible()
  await expect(main.getByText('$0.0123')).toBeVisible()
  await expect(main.getByText(/^claude-haiku-4-5/)).toBeVisible()
  await main.getByText('The prompt that was sent').click()
  const [run] = (await client.runs.page({})).runs
  const { prompt } = await client.runs.get({ id: run!.id })
  expect(prompt).toBe(logOf(program))
  expect(await main.getByLabel('Prompt', { exact: true }).textContent()).toBe(prompt)
})

test('a refused call asks a person; allowed for this thread, the next run gets it and nobody is asked again', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const { program } = await withClaude(
    app,
    folder,
    'tested',
    `
    const allowed = args.slice(args.indexOf('--allowedTools')).includes('Bash(npm test)')
    logged(String(allowed))
    call('Bash', { command: 'npm test' }, allowed, allowed ? '12 passed' : 'denied')
    call('Bash', { command: 'git status' }, true, 'nothing to commit')
    await own('report', { status: 'ok', ${EVIDENCE}, alerts: [] })
    done('HEARTBEAT_OK', allowed ? {} : { permission_denials: [{ tool_name: 'Bash', tool_input: { command: 'npm test' } }] })`,
  )
  await page.getByRole('button', { name: 'Beat tested now' }).click()
  await page
    .getByRole('article', { name: /^Needs permission: tested/ })
    .getByRole('button', { name: 'Decide…' })
    .click()
  const asks = page.getByRole('region', { name: 'Asks for permission' })
  await asks.getByRole('button', { name: 'For this thread' }).click()
  const question = page.getByRole('alertdialog', { name: 'Allow this from now on in tested?' })
  await expect(question).toContainText('Bash(npm test)')
  await answer(page, 'Allow for this thread')
  await expect(asks).toBeHidden()
  await page.getByRole('button', { name: /^Beat now/ }).click()
  await expect.poll(() => logOf(program)).toBe('false\ntrue')
  await settled(app)
  expect(await threadNamed(app, 'tested')).toMatchObject({ permissionsWanted: 0, last: { outcome: 'quiet' } })
  await tab(page, 'Settings')
  await expect(page.getByText('Allowed for this thread', { exact: true })).toBeVisible()
})

test('over budget a beat asks first, and starts when a person wants it', async ({ folder, start }) => {
  const app = await start()
  const { page, client } = app
  await withClaude(app, folder, 'dear', QUIET)
  await client.settings.change({
    caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }],
  })
  await page.getByRole('button', { name: 'Beat dear now' }).click()
  const question = page.getByRole('alertdialog', { name: 'Beat dear anyway?' })
  await expect(question).toContainText('The fleet’s budget of 0 starts a day is used up')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect((await client.agents.spend()).today.starts).toBe(0)
  await page.getByRole('button', { name: 'Beat dear now' }).click()
  await answer(page, 'Beat anyway')
  await expect.poll(async () => (await client.agents.spend()).today.starts).toBe(1)
  await settled(app)
  await openAgents(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(page.getByText('used up; no agent starts by itself')).toBeVisible()
})

// Ended last: an app that has lost its bus ends slowly.
let desktop: DesktopBus | null = null
test.afterAll(() => desktop?.stop())

test('a run is stopped in the window and in the tray', async ({ folder, start }) => {
  test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')
  desktop = await DesktopBus.start()
  const app = await start({ desktop })
  const { page, client } = app
  const { id } = await withClaude(app, folder, 'endless', `call('Bash', { command: 'git log' }); hang()`)
  await page.getByRole('button', { name: 'Beat endless now' }).click()
  await row(page, 'endless').getByRole('button', { name: 'Show the running beat of endless' }).click()
  await expect(page.getByRole('main').getByText('Bash git log', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(toast(page, 'Stopping.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stopped before it ended.')
  await expect(page.getByRole('region', { name: 'What the agent called' })).toContainText('git log')

  const icon = await desktop.trayItem()
  await icon.menuThat(/^(?![^]*▶)/) // panels hear of it a moment later
  const { itemId } = await client.messages.send({ to: id, text: 'And now?' })
  await icon.choose(/^▶ endless/, 'Show')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Running now.')
  await icon.choose(/^▶ endless/, 'Stop')
  expect(await client.beat.wait({ itemId })).toMatchObject({ outcome: 'stopped', kind: 'message' })
  await page.getByRole('button', { name: 'endless' }).click()
  await tab(page, 'Conversation')
  await expect(page.getByRole('log')).toContainText('Part of it may be done already. Run it again?')
})
