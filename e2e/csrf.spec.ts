import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { claudeAt, fakeClaude, logOf, useAgent } from './harness/fake-agents.ts'
import { addRepository, expect, settled, test, threadNamed } from './harness/fleet.ts'
import { launchApp } from './harness/launch.ts'
import { hostileServers, BROWSER, type Target, attack } from './harness/hostile-page.ts'

test('web pages can neither tell a thread anything nor use the tools of a run', async ({ folder, start }) => {
  test.setTimeout(120_000)
  const app = await start()
  const { client } = app
  const program = fakeClaude(path.join(folder, 'bin'), "logged(url + ' ' + token); hang()")
  const { id, number, file } = await addRepository(app, folder, 'target')
  await useAgent(app, id, claudeAt(program))
  const taken = await hostileServers()
  const browserFolder = path.join(folder, 'browser')
  let port = 0
  // A port that was free a moment ago; another program may have been quicker.
  await expect
    .poll(async () => {
      const probe = createServer()
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
      port = (probe.address() as AddressInfo).port
      await new Promise((resolve) => probe.close(resolve))
      await client.settings.change({ webhookPort: port })
      return (await client.webhooks.incoming()).running
    })
    .toBe(true)
  const { url: webhook, token: webhookToken } = await client.webhooks.incoming()

  const { itemId } = await client.beat.start({ id, tier: 'quick' })
  let [tools, toolToken] = ['', '']
  await expect
    .poll(() => {
      try {
        ;[tools = '', toolToken = ''] = logOf(program).split(' ')
      } catch {
        // it has not begun yet
      }
      return toolToken
    })
    .not.toBe('')
  const eventBody = (text: string): string =>
    JSON.stringify({ thread: number, text, wake: 'now', urgent: true })
  const toolBody = (text: string): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'flag', arguments: { text, on: true } },
    })
  const before = await client.events.timeline({ id })
  const playbook = readFileSync(file, 'utf8')
  const runId = (await threadNamed(app, 'target')).running!.runId

  mkdirSync(browserFolder)
  writeFileSync(
    path.join(browserFolder, 'package.json'),
    JSON.stringify({ name: 'browser', version: '1.0.0', main: 'main.cjs' }),
  )
  writeFileSync(path.join(browserFolder, 'main.cjs'), BROWSER)
  const browser = await launchApp({ appFolder: browserFolder, env: { HOSTILE_PAGE: taken.page } })
  try {
    const page = await browser.window()
    await page.waitForLoadState()
    const targets: Target[] = [
      { url: webhook!, body: eventBody('PWNED'), token: webhookToken },
      { url: tools, body: toolBody('PWNED'), token: toolToken },
      { url: webhook!.replace('127.0.0.1', 'localhost'), body: eventBody('PWNED'), token: webhookToken },
      { url: tools.replace('127.0.0.1', 'localhost'), body: toolBody('PWNED'), token: toolToken },
    ]
    const ours = await page.evaluate(attack, { targets, rounds: 2, page: taken.page })
    expect(ours.stuck).toEqual([])
    expect(ours.sent).toBeGreaterThanOrEqual(200)
    await page.evaluate(attack, {
      targets: [{ url: `${taken.decoy}/decoy`, body: eventBody('PWNED'), token: webhookToken }],
      rounds: 1,
      page: taken.page,
    })
    await expect
      .poll(
        () => taken.taken.filter((request) => request.startsWith('POST')).length,
        'the attacks do leave the page',
      )
      .toBe(14)
    expect(taken.taken.length).toBeGreaterThanOrEqual(24)
    for (const kind of [
      'POST text/plain',
      'POST application/x-www-form-urlencoded',
      'POST multipart/form-data',
      'GET',
      'OPTIONS',
    ])
      expect(taken.taken).toContain(kind)

    // Without the browser's own guards, and with the real token, what a browser adds to each request gives
    // it away.
    const status = await browser.app.evaluate(
      async ({ BrowserWindow }, { page: place, wanted }) => {
        const window = new BrowserWindow({ show: false, webPreferences: { webSecurity: false } })
        await window.loadURL(place)
        const answers =
          (await window.webContents.executeJavaScript(`Promise.all(${JSON.stringify(wanted)}.map(({ url, body, token }) =>
        fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: 'Bearer ' + token } }).then((r) => r.status, String)))`)) as unknown[]
        window.destroy()
        return answers
      },
      { page: taken.page, wanted: targets },
    )
    expect(status).toEqual([403, 403, 403, 403])
  } finally {
    await browser.close()
    taken.close()
  }

  expect(await client.events.timeline({ id }), 'no event, no wake').toEqual(before)
  expect(readFileSync(file, 'utf8')).toBe(playbook)
  expect((await threadNamed(app, 'target')).waiting).toEqual([])
  expect((await client.snapshot()).fleet.alerts.filter((a) => a.text.includes('PWNED'))).toEqual([])

  // The same words with the same tokens, from a program instead of a page.
  const post = (url: string, token: string, body: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
    })
  expect(
    (
      await post(
        webhook!,
        webhookToken,
        JSON.stringify({ thread: number, text: 'By a program.', wake: 'next' }),
      )
    ).status,
  ).toBe(202)
  expect((await post(tools, toolToken, toolBody('By the run itself.'))).status).toBe(200)
  expect(readFileSync(file, 'utf8')).toContain('By the run itself.')
  await client.beat.stop({ runId })
  expect(await client.beat.wait({ itemId })).toMatchObject({ outcome: 'stopped' })
  const { entries } = await client.events.timeline({ id })
  expect(
    entries.flatMap((e) => (e.kind === 'event' && e.event.source === 'webhook' ? [e.event.text] : [])),
  ).toEqual(['By a program.'])
  await settled(app)
})
