import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
  existsSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  findProgram,
  installedOpeners,
  openerCommand,
  OPENERS,
  placesOf,
  startDetached,
  startOpener,
  type Machine,
} from './openers.ts'

const machine = (platform: NodeJS.Platform, there: readonly string[], env: Machine['env'] = {}): Machine => ({
  platform,
  home: '/home/ada',
  env,
  find: (program) => {
    const place = /[/\\]/.test(program) ? program : `/usr/bin/${program}`
    return Promise.resolve(there.includes(program) ? place : null)
  },
})
const FOLDER = '/home/ada/src/a folder; rm -rf $HOME "quoted"'

describe('what opens a folder', () => {
  it('is only what is installed', async () => {
    expect(await installedOpeners(machine('linux', ['zeditor', 'konsole']))).toEqual([
      { key: 'zed', what: 'editor', name: 'Zed' },
      { key: 'konsole', what: 'terminal', name: 'Konsole' },
    ])
    expect(await installedOpeners(machine('linux', []))).toEqual([])
  })
  it('gets HEARTBEAT.md at its line, as each editor wants to be told, in the window of the folder', async () => {
    const place = { file: 'HEARTBEAT.md', line: 12 }
    const file = `${FOLDER}/HEARTBEAT.md`
    const argumentsOf = async (key: string, program: string): Promise<readonly string[] | undefined> =>
      (await openerCommand(key, FOLDER, machine('linux', [program]), place))?.slice(1)
    expect(await argumentsOf('code', 'code')).toEqual([FOLDER, '-g', `${file}:12:1`])
    expect(await argumentsOf('windsurf', 'windsurf')).toEqual([FOLDER, '-g', `${file}:12:1`])
    expect(await argumentsOf('zed', 'zed')).toEqual([FOLDER, `${file}:12:1`])
    expect(await argumentsOf('idea', 'idea')).toEqual([FOLDER, '--line', '12', '--column', '1', file])
    // told nothing that it would take for another file
    expect(await argumentsOf('kate', 'kate')).toEqual([FOLDER, file])
    const mac = machine('darwin', ['/Applications/Zed.app'])
    expect(await openerCommand('zed', FOLDER, mac, place)).toEqual([
      '/usr/bin/open',
      '-a',
      'Zed',
      FOLDER,
      file,
    ])
  })
  it('gets the folder as one argument, whatever its name', async () => {
    expect(await openerCommand('code', FOLDER, machine('linux', ['code']))).toEqual(['/usr/bin/code', FOLDER])
    expect(await openerCommand('gnome-terminal', FOLDER, machine('linux', ['gnome-terminal']))).toEqual([
      '/usr/bin/gnome-terminal',
      `--working-directory=${FOLDER}`,
    ])
    expect(await openerCommand('iterm', FOLDER, machine('darwin', ['/Applications/iTerm.app']))).toEqual([
      '/usr/bin/open',
      '-a',
      'iTerm',
      FOLDER,
    ])
    const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }
    expect(
      await openerCommand(
        'wt',
        FOLDER,
        machine('win32', ['C:\\Users\\ada\\AppData\\Local\\Microsoft\\WindowsApps\\wt.exe'], env),
      ),
      // it starts in the folder; a semicolon in a name would begin a second command
    ).toEqual(['C:\\Users\\ada\\AppData\\Local\\Microsoft\\WindowsApps\\wt.exe', '-d', '.'])
  })
  it('is nothing where it is not there, or nobody knows the key', async () => {
    expect(await openerCommand('code', FOLDER, machine('linux', []))).toBeNull()
    expect(await openerCommand('sh', FOLDER, machine('linux', ['sh']))).toBeNull()
  })
  it('is never a script that would need a shell', () => {
    for (const rows of Object.values(OPENERS))
      for (const row of rows)
        for (const program of row.programs) expect(program).not.toMatch(/\.(?:cmd|bat|ps1|sh)$/i)
  })
  it('has each key once on a system', () => {
    for (const rows of Object.values(OPENERS)) expect(new Set(rows.map((r) => r.key)).size).toBe(rows.length)
  })
  it('spells places as the machine does, and leaves out what is not set', () => {
    const [code] = OPENERS.win32
    expect(placesOf(code!, { home: 'x', env: { ProgramFiles: 'C:\\Program Files' } })).toEqual([
      'C:\\Program Files\\Microsoft VS Code\\Code.exe',
    ])
    expect(placesOf(OPENERS.linux.find((r) => r.key === 'zed')!, { home: '/home/ada', env: {} })).toContain(
      '/home/ada/.local/bin/zed',
    )
  })
})

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')('on this machine', () => {
  const folders: string[] = []
  const PATH = process.env['PATH']
  afterEach(() => {
    process.env['PATH'] = PATH
    folders.splice(0).forEach((f) => rmSync(f, { recursive: true, force: true }))
  })
  it('starts a program in the folder, by its argument list and without our own variables', async () => {
    const bin = realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-open-')))
    folders.push(bin)
    const told = path.join(bin, 'told')
    writeFileSync(
      path.join(bin, 'subl'),
      `#!/bin/sh\nprintf '%s|%s|%s' "$1" "$PWD" "$THREADBEAT_X" > ${told}.part\nmv ${told}.part ${told}\n`,
    )
    chmodSync(path.join(bin, 'subl'), 0o755)
    process.env['PATH'] = `${bin}:${PATH}`
    process.env['THREADBEAT_X'] = 'secret'
    expect(await startOpener('sublime', bin)).toBe(true)
    await expect.poll(() => existsSync(told), { timeout: 10_000 }).toBe(true)
    delete process.env['THREADBEAT_X']
    expect(readFileSync(told, 'utf8')).toBe(`${bin}|${bin}|`)
    expect(await startOpener('sublime', path.join(bin, 'gone'))).toBe(false)
  })
  it(
    'found by review: is a file that can be started, never a folder of that name, and what cannot be ' +
      'started answers',
    async () => {
      const bin = realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-open-')))
      folders.push(bin)
      mkdirSync(path.join(bin, 'subl'))
      mkdirSync(path.join(bin, 'Editor.app'))
      process.env['PATH'] = bin
      expect([
        await findProgram('subl'),
        await findProgram(path.join(bin, 'subl')),
        await findProgram(path.join(bin, 'Editor.app')),
      ]).toEqual([null, null, path.join(bin, 'Editor.app')])
      expect(await startDetached(['/bin/true', 'a\0b'], bin)).toBe(false)
    },
  )
})
