import { addRepository, expect, go, test, threadNamed } from './harness/fleet.ts'

/** Prints a line ten times a second, and ends only when it is made to; it says when it was asked. */
const TALKER =
  `process.on('SIGINT', () => console.log('asked at ' + Date.now())); console.error('begun'); let n = ` +
  `0; setInterval(() => console.log('line ' + ++n), 100)`

test(
  'a live run shows what its program prints, stays where a person reads, and is stopped with all ' +
    'that it started',
  async ({ folder, start }) => {
    test.setTimeout(120_000)
    const app = await start({ size: [1280, 800] })
    const { page, client } = app
    const { id } = await addRepository(app, folder, 'talker')
    await client.threads.setAgent({
      id,
      agent: { kind: 'command', argv: [process.execPath, '-e', TALKER], env: {} },
      confirmed: true,
    })
    const ticket = await client.beat.start({ id })
    await expect.poll(async () => (await threadNamed(app, 'talker')).running?.runId ?? null).not.toBeNull()
    const runId = ticket.runId ?? (await threadNamed(app, 'talker')).running!.runId
    await go(page, `/run/${runId}`)

    const log = page.getByRole('log', { name: 'What it prints now' })
    await expect(log).toContainText('begun')
    // Longer than it is high: from then on it has something to follow.
    await expect(log).toContainText('line 40', { timeout: 20_000 })
    await expect
      .poll(() => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight))
      .toBeLessThan(20)

    await log.focus()
    await page.keyboard.press('Home')
    await expect(log).toContainText('begun')
    await expect(page.getByText('Stays where you read')).toBeVisible()
    const linesNow = async (): Promise<number> =>
      Number(/(\d+) lines/.exec((await page.getByText(/\d+ lines\./).textContent()) ?? '')?.[1])
    await expect.poll(() => log.evaluate((e) => e.scrollTop)).toBe(0)
    const before = await linesNow()
    await expect.poll(linesNow).toBeGreaterThan(before + 5)
    expect(await log.evaluate((e) => e.scrollTop)).toBe(0)
    await page.getByRole('button', { name: 'To the newest line' }).click()
    await expect
      .poll(() => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight))
      .toBeLessThan(20)

    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Stopping…' })).toBeFocused()
    // It takes no hint: after five seconds it is told, and in less than ten and a little it is gone.
    await expect(page.getByRole('button', { name: 'Beat again' })).toBeFocused({ timeout: 20_000 })
    const run = await client.runs.get({ id: runId })
    expect(run.outcome).toBe('stopped')
    const tookMs = (run.finishedAt ?? Infinity) - Number(/asked at (\d+)/.exec(run.output)?.[1])
    expect(tookMs, 'by the times on record').toBeGreaterThan(4000)
    expect(tookMs, 'by the times on record').toBeLessThan(12_000)
    await expect(page.getByRole('log', { name: 'Output of the run' })).toBeVisible()
  },
)

test('the system is asked to stay awake while an agent works, and only then', async ({ folder, start }) => {
  const app = await start({ size: [1280, 800] })
  const { client } = app
  const { id } = await addRepository(app, folder, 'worker')
  const isAwake = (): Promise<boolean> =>
    app.app.evaluate(({ powerSaveBlocker }) =>
      Array.from({ length: 50 }, (_, blocker) => powerSaveBlocker.isStarted(blocker)).includes(true),
    )
  const agent = { kind: 'command' as const, argv: [process.execPath, '-e', TALKER], env: {} }
  await client.threads.setAgent({ id, agent, confirmed: true })
  expect(await isAwake()).toBe(false)
  await client.beat.start({ id })
  await expect.poll(isAwake).toBe(true)
  await client.settings.change({ stayAwake: false })
  await expect.poll(isAwake).toBe(false)
  await client.settings.change({ stayAwake: true })
  await expect.poll(isAwake).toBe(true)
  await client.beat.stop({ runId: (await threadNamed(app, 'worker')).running!.runId })
  await expect.poll(isAwake).toBe(false)
})
