import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, it, onTestFinished } from 'vitest'
import { openHost } from './host.ts'

async function commandShown(demo: boolean) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'command-line-'))
  const host = await openHost({
    dataDir,
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo,
    commandLine: ['/opt/threadbeat'],
  })
  if (!host.ok) throw new Error(host.error.message)
  onTestFinished(async () => {
    await host.value.stop('stop')
    rmSync(dataDir, { recursive: true, force: true })
  })
  const client = createRouterClient(host.value.router, { context: { origin: 'test' as const } })
  return { dataDir, command: (await client.app.commandLine()).command }
}

it('what is shown as a command line of this app names its data folder where that is not the plain one', async () => {
  const { dataDir, command } = await commandShown(false)
  expect(command).toEqual(['/opt/threadbeat', '--data-dir', dataDir])
})

it('what is shown in a demo does not name its folder, which is gone after it', async () => {
  expect((await commandShown(true)).command).toEqual(['/opt/threadbeat'])
})
