import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataDirPath, dataDirWords } from '../../disk/data-dir.ts'
import { createLauncher } from './launcher.ts'
import { machine, put, run } from './testing/machine.ts'

describe('the launcher of another data folder', () => {
  it('names the data folder where that is not the plain one, and takes the place of one that names another', async () => {
    const { home, file, script, launcher, launcherOf } = machine()
    const folder = path.join(home, `it's $data`) // it need not be there
    const named = launcherOf([process.execPath, script, '--data-dir', folder])
    expect(await named.install()).toMatchObject({ ok: true, value: { state: 'ours', command: [file] } })
    expect(run(file, 'status')).toEqual([null, '--data-dir', folder, 'status'])
    expect(await launcher.state()).toMatchObject({
      state: 'other',
      command: [process.execPath, script],
      text: expect.stringContaining(`starts this copy with other data: ${folder}.`) as string,
    })
    await launcher.install()
    expect(run(file, 'status')).toEqual([null, 'status'])
    expect(await named.state()).toMatchObject({
      state: 'other',
      command: [process.execPath, script, '--data-dir', folder],
      text: expect.stringContaining('other data: the ordinary data folder.') as string,
    })
    rmSync(file)
    symlinkSync(script, file)
    expect(await named.state()).toMatchObject({ state: 'foreign' })
  })
  it('of a package says how it finds the data of this app', async () => {
    const { home, file, launcherOf } = machine()
    const packaged = path.join(home, 'opt/Threadbeat/resources/bin/threadbeat')
    put(packaged, '#!/bin/sh\n')
    mkdirSync(path.dirname(file), { recursive: true })
    symlinkSync(packaged, file)
    expect(await launcherOf([packaged, '--data-dir', '/d']).state()).toMatchObject({
      state: 'package',
      command: [file, '--data-dir', '/d'],
      text: expect.stringContaining("threadbeat --data-dir '/d'") as string,
    })
  })
})

describe('what is found as threadbeat', () => {
  it('is looked for in the terminal that asks as well, where new ones find none', async () => {
    const { home, file, script } = machine()
    const launcher = createLauncher([process.execPath, script], {
      platform: 'linux',
      home,
      env: {},
      terminalPath: async () => '/nowhere',
    })
    await launcher.install()
    const before = await launcher.state()
    expect([before.found, before.text]).toEqual([
      null,
      `${file} starts this copy of Threadbeat. Your terminals find no “threadbeat”.`,
    ])
    const asked = await launcher.state(file)
    expect([asked.found, asked.state, asked.text]).toEqual([
      file,
      'ours',
      `${file} starts this copy of Threadbeat. This terminal finds ${file} as “threadbeat”; a new one may find none.`,
    ])
  })
})

describe('a command line that others start', () => {
  it('names each data folder but the plain one, whatever the variables of this process are', () => {
    const place = { platform: 'linux' as const, home: '/home/ada' }
    expect(dataDirWords('/home/ada/.local/share/threadbeat', place)).toEqual([])
    expect(dataDirWords('/d', place)).toEqual(['--data-dir', '/d'])
    const xdg = dataDirPath(undefined, { ...place, env: { XDG_DATA_HOME: '/x' } })
    expect(dataDirWords(xdg, place)).toEqual(['--data-dir', '/x/threadbeat'])
    expect(
      dataDirWords(dataDirPath(undefined, { platform: process.platform, home: homedir(), env: {} })),
    ).toEqual([])
  })
})
