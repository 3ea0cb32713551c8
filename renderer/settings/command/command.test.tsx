import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Toaster } from 'sonner'
import { expect, it } from 'vitest'
import { createLauncher } from '../../../electron/machine/session/launcher/launcher.ts'
import { dataFolder } from '../../testing/data-folder.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { CommandLine } from './command.tsx'

/** The window over a home folder of its own; `onPath`: whether its programs are found in terminals. */
async function open(onPath: boolean, ready: (file: string) => void = () => undefined) {
  const home = dataFolder()
  const file = path.join(home, '.local/bin/threadbeat')
  const script = path.join(home, 'cli.cjs')
  writeFileSync(script, '')
  ready(file)
  const launcher = createLauncher([process.execPath, script], {
    platform: 'linux',
    home,
    env: { SHELL: '/bin/zsh' },
    terminalPath: async () => (onPath ? path.dirname(file) : '/usr/bin'),
  })
  const what = (
    <>
      <CommandLine />
      <Toaster />
    </>
  )
  const { host } = show(what, await openHost({ launcher }))
  return { host, file, script }
}
const line = (cli: string, ...words: string[]): string =>
  `${cli} mcp add threadbeat -- ${words.join(' ')} mcp`

it('the command is installed, found, taught to agents by its path, and removed', async () => {
  const { host, file, script } = await open(true)
  expect(await screen.findByText('Not installed')).toBeTruthy()
  expect(screen.getByText(line('claude', process.execPath, script))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(await screen.findByText('Installed')).toBeTruthy()
  expect(existsSync(file)).toBe(true)
  expect(
    screen.getByText(`${file} starts this copy of Threadbeat. Your terminals find it as “threadbeat”.`),
  ).toBeTruthy()
  expect(screen.queryByText('Its folder is not on your PATH')).toBeNull()
  for (const cli of ['claude', 'codex']) expect(screen.getByText(line(cli, file))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Not installed')).toBeTruthy()
  expect(existsSync(file)).toBe(false)
  expect(host.calls).toEqual(['app.installCommand null', 'app.removeCommand null'])
})

it('says which line puts its folder on the PATH', async () => {
  await open(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }))
  expect(await screen.findByText('Its folder is not on your PATH')).toBeTruthy()
  expect(screen.getByText('export PATH="$HOME/.local/bin:$PATH"')).toBeTruthy()
  expect(screen.getByText(/^Add this line to ~\/\.zshrc/)).toBeTruthy()
})

it('leaves what is not ours alone, and offers neither to replace nor to remove it', async () => {
  const { file } = await open(true, (at) => {
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, '#!/bin/sh\necho mine\n')
  })
  expect(await screen.findByText('Not ours')).toBeTruthy()
  expect(
    screen.getByText(/is another program that Threadbeat did not put there, and is left alone/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Install|Remove/ })).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\necho mine\n')
})

it('says what the system refuses', async () => {
  const { file } = await open(true, (at) => writeFileSync(path.dirname(path.dirname(at)), 'no folder'))
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }))
  await waitFor(() => expect(document.body.textContent).toContain(`${file} could not be changed`))
  expect(screen.getByText('Not installed')).toBeTruthy()
})
