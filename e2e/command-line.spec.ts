import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../build/machine/machine.mjs'
import { addRepository, expect, go, test } from './harness/fleet.ts'

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

test('the command is installed by a click, runs by its name from any folder, and is removed again', async ({
  folder,
  start,
}) => {
  // A checkout in a folder whose name has what a shell reads.
  const checkout = path.join(folder, `it's "my" $checkout`)
  symlinkSync(root, checkout)
  const file = path.join(folder, '.local/bin/threadbeat')
  const app = await start({
    size: [1280, 800],
    appFolder: checkout,
    env: { HOME: folder, SHELL: '/bin/bash' },
  })
  const { page, dataDir } = app
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, ['--data-dir', dataDir, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${path.dirname(file)}:${process.env['PATH']}`, HOME: folder },
    })
  await addRepository(app, folder, 'api')
  await go(page, '/settings/integrations')
  await expect(page.getByText('Not installed')).toBeVisible()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.getByText('Installed', { exact: true })).toBeVisible()
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)

  expect(run(file, '--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(run('threadbeat', 'status').stdout).toContain('api')
  expect(run('threadbeat', 'doctor').stdout).toContain(`${file} starts this copy of Threadbeat.`)

  await expect(page.getByText('Its folder is not on your PATH')).toBeVisible()
  const line = 'export PATH="$HOME/.local/bin:$PATH"'
  await expect(page.getByText(line)).toBeVisible()
  appendFileSync(path.join(folder, '.bashrc'), `${line}\n`)
  appendFileSync(path.join(folder, '.profile'), `. ~/.bashrc\n`)
  await go(page, '/settings/general')
  await go(page, '/settings/integrations')
  await expect(page.getByText('Your terminals find it as “threadbeat”.')).toBeVisible()
  await expect(page.getByText(`claude mcp add threadbeat -- ${file} mcp`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Not installed')).toBeVisible()
  expect(existsSync(file)).toBe(false)
})
