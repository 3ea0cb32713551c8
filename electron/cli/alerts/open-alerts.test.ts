import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Host } from '../../host/host.ts'
import { openQuietHost } from '../../host/testing/open-quiet-host.ts'
import { makeRepository } from '../../host/repositories.ts'
import { execUnderTest } from '../testing/exec.ts'
import { commandsHere } from '../testing/in-process.ts'

const { root, dataDir, gone } = execUnderTest('open-alerts-test')
const cli = commandsHere(dataDir, root)
let host: Host | null = null

beforeAll(async () => {
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
  host = await openQuietHost(dataDir)
  expect(await cli('add', path.join(root, 'repos', 'api'), '--trust')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await host?.stop('stop')
  gone()
})

it('found by a user: of an alert that is snoozed or acknowledged that is said, and how it is taken back', async () => {
  await cli('event', 'api', 'the deploy failed', '--wake', 'now')
  const [alert] = JSON.parse((await cli('ack', '--json')).out) as { id: string }[]
  const id = alert!.id
  const said = async (...argv: string[]) => (await cli(...argv)).err
  await cli('snooze', id, '--until-change')
  const taken = `threadbeat inbox ${id} --reopen`
  expect(await said('ack', id)).toContain(`${id} is snoozed until it changes. Take it back first: ${taken}`)
  await cli('inbox', id, '--reopen')
  await cli('snooze', id, '--for', '4h')
  expect(await said('snooze', id, '--for', '1h')).toMatch(/ is snoozed until .*\d:\d\d/)
  await cli('inbox', id, '--reopen')
  await cli('ack', id)
  expect(await said('snooze', id, '--for', '1h')).toContain(`${id} is acknowledged already.`)
  await cli('inbox', id, '--reopen')
  await cli('inbox', id, '--resolve')
  expect(await said('ack', id)).toContain(`${id} is over: nothing of it is open.`)
  expect(await said('ack', 'alt_unknown')).toContain('There is no open alert "alt_unknown".')
})
