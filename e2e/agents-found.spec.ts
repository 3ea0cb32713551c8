import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fakeClaude, useAgent } from './harness/fake-agents.ts'
import { addRepository, expect, openAgents, settled, test, threadNamed } from './harness/fleet.ts'
import { QUIET, answer, LIST } from './harness/agent-script.ts'

test('agents of this machine are found and tested; one that is signed out rests, and says so', async ({
  folder,
  start,
}) => {
  const bin = path.join(folder, 'bin')
  const program = fakeClaude(
    bin,
    `
    if (fs.existsSync(__filename + '.out')) { done('Invalid API key · Please run /login', { is_error: true, api_error_status: 401 }); process.exitCode = 1 }
    else if (prompt.includes('READY')) done('READY')
    else {${QUIET}}`,
  )
  const app = await start({
    env: { PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`, ANTHROPIC_API_KEY: '' },
  })
  const { page, client } = app
  await openAgents(page)
  const card = page.getByRole('article', { name: 'Claude Code', exact: true })
  await expect(card).toContainText('2.1.44')
  await expect(card).toContainText('found on PATH')
  await expect(card).toContainText('Signed in')
  await expect(card).toContainText('ada@example.com')
  await card.getByRole('button', { name: 'Test…' }).click()
  await answer(page, 'Run the test')
  const result = page.getByRole('dialog', { name: 'Test of Claude Code' })
  await expect(result).toContainText('Works')
  for (const field of [
    'READY',
    '7f3c9a52',
    'claude-haiku-4-5',
    '1,234 in · 5,000 cached · 56 out',
    '$0.0123',
    'none',
  ])
    await expect(result).toContainText(field)
  await result.getByRole('button', { name: 'Close' }).first().click()

  const { id } = await addRepository(app, folder, 'waiting', { heartbeat: LIST })
  await useAgent(app, id, {
    kind: 'cli',
    cli: 'claude',
    env: {},
    models: {},
    fallbackModels: [],
    efforts: {},
    profiles: {},
    bypassUntil: null,
  })
  writeFileSync(`${program}.out`, '')
  await client.beat.start({ id, tier: 'quick' })
  const banner = page.getByRole('region', { name: 'Claude Code is resting' })
  await expect(banner).toContainText('Claude Code is signed out.')
  await expect(banner).toContainText('1 thread waits meanwhile')
  // The rest begins a moment before the run is over, and a beat asked for meanwhile would be that one.
  await expect.poll(async () => (await threadNamed(app, 'waiting')).running).toBeNull()
  rmSync(`${program}.out`)
  await banner.getByRole('button', { name: 'Try again now' }).click()
  await client.beat.start({ id, tier: 'quick', anyway: true })
  await expect(banner).toBeHidden()
  await settled(app)
  expect((await threadNamed(app, 'waiting')).last?.outcome).toBe('quiet')
})
