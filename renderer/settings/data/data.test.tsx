import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { navigate } from '../../client/navigation.ts'
import { forged } from '../../../electron/machine/archive/testing/forge.ts'
import { choose } from '../../testing/choose.ts'
import { dataFolder } from '../../testing/data-folder.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { SettingsPage } from '../settings.tsx'

function openPage(host: WindowHost) {
  navigate('/settings/privacy')
  return show(
    <Route path="/settings/:section">
      <SettingsPage />
    </Route>,
    host,
  )
}
const onDisk = (): Promise<WindowHost> => openHost({ dataFolder: dataFolder() })

/**
 * An archive at `host.machine.file`, and an older copy of the same history: one thread has not changed, one
 * beats less often and has a run that the copy lacks, and one, `infra`, is not in it.
 */
async function withArchive(): Promise<{ host: WindowHost; infra: ThreadId }> {
  const [there, here] = [dataFolder(), dataFolder()]
  const from = await openHost({ dataFolder: there })
  for (const name of ['payments-api', 'web-shop']) from.add(name)
  const { name } = await from.client.backups.make()
  copyFileSync(path.join(there, 'backups', name), path.join(here, 'threadbeat.db'))
  await from.client.threads.change({ id: from.id('web-shop'), intervalMs: 30 * MINUTE })
  await from.beat('web-shop')
  const infra = from.add('infra')
  const file = path.join(there, 'threadbeat.zip')
  await from.client.data.exportTo({ path: file, withSecrets: false, force: true, confirmed: true })
  const host = await openHost({ dataFolder: here, machine: { file } })
  expect(host.snapshot().threads.map((t) => t.name)).toEqual(['payments-api', 'web-shop'])
  return { host, infra }
}
/** A folder with as much of git in it as makes it a repository. */
function repository(): string {
  const folder = dataFolder()
  for (const part of ['objects', 'refs']) mkdirSync(path.join(folder, '.git', part), { recursive: true })
  writeFileSync(path.join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  return folder
}

describe('what leaves this machine', () => {
  it('follows whether newer versions are looked for, and names who is asked', async () => {
    const { host } = openPage(await openHost())
    expect(
      await screen.findByText(/github\.com is asked for newer versions of Threadbeat only where/),
    ).toBeTruthy()
    await host.client.settings.change({ updates: 'stable' })
    expect(
      await screen.findByText(
        /github\.com is asked for newer versions of Threadbeat at the start and once a day/,
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/no search for updates/)).toBeNull()
  })
})

describe('backups', () => {
  it('are listed, and restored only after a question', async () => {
    const host = await onDisk()
    await host.client.backups.make()
    await host.pass(SECOND)
    const newest = await host.client.backups.make()
    const { hash } = await host.client.backups.plan({ name: newest.name })
    openPage(host)
    const list = await screen.findByRole('list', { name: 'Backups' })
    const lines = within(list).getAllByRole('listitem')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line.textContent).toMatch(/\d kB/)
    fireEvent.click(within(lines[0]!).getByRole('button', { name: /^Restore/ }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Restore at the next start' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `backups.restore {"name":"${newest.name}","hash":"${hash}","confirmed":true}`,
      ]),
    )
    expect(await screen.findByText('At the next start:')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Do not do it' }))
    await waitFor(() => expect(screen.queryByText('At the next start:')).toBeNull())
  })
  it('name in the question what they execute otherwise than now', async () => {
    const host = await onDisk()
    host.add('payments-api')
    await host.client.backups.make()
    await host.client.threads.setAgent({
      id: host.id('payments-api'),
      agent: { kind: 'local' },
      confirmed: true,
    })
    await host.client.threads.trust({ id: host.id('payments-api'), on: false })
    openPage(host)
    fireEvent.click(await screen.findByRole('button', { name: /^Restore / }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByRole('list').textContent).toMatch(
      /payments-api, agent local checks: in ".*"; trusted$/,
    )
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(host.calls.filter((call) => call.startsWith('backups.restore'))).toEqual([])
  })
  it('that cannot be read again are not shown as they were', async () => {
    const host = await onDisk()
    await host.client.backups.make()
    openPage(host)
    await screen.findByRole('list', { name: 'Backups' })
    host.broken.add('backups.list')
    fireEvent.click(screen.getByRole('button', { name: 'Back up now' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Backups' })).toBeNull()
  })
})

describe('an archive', () => {
  it('is shown thread by thread before anything happens', async () => {
    const { host, infra } = await withArchive()
    openPage(host)
    fireEvent.click(screen.getByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is in this archive' })
    const rows = within(dialog)
      .getAllByRole('listitem')
      .map((r) => r.textContent)
    expect(rows[0]).toContain('Same')
    expect(rows[1]).toContain('Different: pace, 1 run that is not here')
    expect(rows[2]).toContain('No repository there')
    expect(rows[2]).toContain('infra, agent local checks: in "/infra"; not trusted')
    expect(dialog.textContent).toContain('This data folder did not write the archive')
    expect(within(dialog).queryByRole('checkbox', { name: /^Keep trust/ })).toBeNull()
    const { authority } = await host.client.data.importPlan({ path: host.machine.file })
    await choose('What to do with web-shop', 'Both')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import 2 threads at the next start' }))
    const choices = {
      [host.id('payments-api')]: 'mine',
      [host.id('web-shop')]: 'both',
      [infra]: 'theirs',
    }
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        `data.importFrom {"path":"${host.machine.file}","map":[],"choices":${JSON.stringify(choices)},` +
          `"withSettings":false,"keepTrust":false,"hash":"${authority.hash}","confirmed":true}`,
      ),
    )
    expect(await screen.findByText(/2 threads of an archive come in\./)).toBeTruthy()
  })
  it('shows a job that was put into it, with its whole command, and says that jobs are paused', async () => {
    const { host } = await withArchive()
    const argv = ['/usr/bin/touch', `/tmp/${'x'.repeat(200)}`]
    const action = { kind: 'command', argv, env: { TOKEN: 'hunter2' } }
    const spec = { name: 'nightly', schedule: { kind: 'every', everyMs: 3_600_000, anchorAt: 0 }, action }
    forged(host.machine.file, host.machine.file, (db) =>
      db
        .prepare(
          "INSERT INTO jobs (id, thread_id, spec, created_at) SELECT 'j', id, ?, 1 FROM threads WHERE name = 'infra'",
        )
        .run(JSON.stringify(spec)),
    )
    openPage(host)
    fireEvent.click(screen.getByRole('button', { name: 'Import…' }))
    const list = await screen.findByRole('list', { name: 'What infra executes and allows' })
    expect(within(list).getAllByRole('listitem').at(-1)?.textContent).toMatch(
      `, job "nightly": ${JSON.stringify(argv)}; environment TOKEN; every 1 h; paused`,
    )
    expect(document.body.textContent).not.toContain('hunter2')
    expect(screen.getByRole('dialog').textContent).toContain('without trust, and jobs are paused')
  })
  it('is written first in a move, and read after it, with the folders that are missing', async () => {
    const { host } = await withArchive()
    openPage(host)
    const found = repository()
    host.machine.folders = [found]
    fireEvent.click(screen.getByRole('button', { name: 'Show how…' }))
    const steps = await screen.findByRole('dialog', { name: 'Move to another machine' })
    expect(within(steps).getAllByRole('listitem')).toHaveLength(4)
    const [archive, target] = [host.machine.file, path.join(path.dirname(host.machine.file), 'moved.zip')]
    host.machine.file = target
    fireEvent.click(within(steps).getByRole('button', { name: 'Export…' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `data.exportTo {"path":"${target}","withSecrets":false,"force":true,"confirmed":true}`,
      ]),
    )
    await waitFor(() =>
      expect(within(steps).getByRole('button', { name: 'Import…' })).toHaveProperty('disabled', false),
    )
    host.machine.file = archive
    fireEvent.click(within(steps).getByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is in this archive' })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Folder there' }), {
      target: { value: '/home/ada' },
    })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Folder here' }), {
      target: { value: '/Users/ada' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Locate the repository of infra' }))
    await waitFor(() =>
      expect(
        host.calls
          .concat(host.asks)
          .filter((c) => c.startsWith('data.importPlan'))
          .at(-1),
      ).toBe(
        `data.importPlan {"path":"${archive}","map":[{"from":"/home/ada","to":"/Users/ada"},` +
          `{"from":"/infra","to":"${found}"}]}`,
      ),
    )
    const infra = within(dialog).getByRole('listitem', { name: 'infra' })
    await waitFor(() => expect(infra.textContent).toContain(found))
    expect(infra.textContent).not.toContain('No repository there')
  })
})

it('each kind of reset is asked about first', async () => {
  const { host } = openPage(await onDisk())
  for (const [button, yes] of [
    ['Reset settings…', 'Reset settings'],
    ['Clear history…', 'Clear at the next start'],
    ['Factory reset…', 'Remove everything at the next start'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: button }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: yes }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await waitFor(() =>
    expect(host.calls).toEqual([
      'settings.reset {}',
      'data.reset {"what":"history","confirmed":true}',
      'data.reset {"what":"everything","confirmed":true}',
    ]),
  )
})
