import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandUnderTest } from '../testing/command.ts'
import { appBehind } from '../testing/in-process.ts'

/** The real command, with its input. */
const { root, dataDir, bundle, env, bundled, gone } = commandUnderTest('read-secret', { engine: false })
const { running, inputOf, close } = appBehind(dataDir, root)
beforeAll(bundled, 60_000)
afterAll(async () => {
  await close()
  gone()
})

it('reads an address and a key from its input, and prints neither', async () => {
  await running({ 'webhooks.list': () => [], 'webhooks.save': () => null })
  const child = spawn(
    process.execPath,
    [bundle, '--data-dir', dataDir, 'webhook', 'add', 'team', '--secret', '--on', 'urgent', '--yes'],
    { env, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stdin.end('https://example.org/in/SECRET\nKEY-OF-IT\n')
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  expect(out).toContain('team: json at example.org, told of: urgent.')
  expect(out).not.toMatch(/SECRET|KEY-OF-IT/)
  expect(inputOf('webhooks.save')).toMatchObject({
    confirmed: true,
    target: {
      name: 'team',
      url: 'https://example.org/in/SECRET',
      secret: 'KEY-OF-IT',
      on: ['urgent'],
      enabled: true,
      chat: null,
    },
  })
})
