import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { installService, removeService, serviceState } from './service.ts'
import { serviceWay, type ServiceFacts, type ServiceWay } from './service-way.ts'

const HAS_ANALYZE = spawnSync('systemd-analyze', ['--version']).status === 0

let home = ''
afterEach(() => rmSync(home, { recursive: true, force: true }))

function wayAt(facts: Partial<ServiceFacts> = {}): Extract<ServiceWay, { kind: 'file' }> {
  home ||= realpathSync(mkdtempSync(path.join(tmpdir(), 'service-test-')))
  mkdirSync(home, { recursive: true })
  const way = serviceWay({
    platform: 'linux',
    home,
    env: {},
    command: ['/opt/Threadbeat/resources/bin/threadbeat'],
    dataDir: null,
    uid: 1000,
    ...facts,
  })
  if (way.kind !== 'file') throw new Error(way.kind)
  return way
}

/** A system that does what it is asked, but for what `refused` names. */
function system(refused: readonly string[] = []) {
  const asked: string[] = []
  let runs = false
  let isOn = false
  return {
    asked,
    run: (argv: readonly string[]) => {
      const line = argv.join(' ')
      if (line.includes('is-active')) return { words: runs ? '' : 'inactive' }
      if (line.includes('is-enabled')) return { words: isOn ? '' : 'disabled' }
      asked.push(line)
      if (refused.some((part) => line.includes(part))) return { words: 'Failed to connect to bus' }
      if (line.includes(' enable ')) isOn = true
      if (line.includes('restart')) runs = true
      if (line.includes('disable --now')) runs = false
      return { words: '' }
    },
  }
}

describe('the service of systemd', () => {
  it('is one file, switched on and off by systemctl, and gone without a trace', () => {
    const way = wayAt()
    const { run, asked } = system()
    expect(serviceState(way, run)).toEqual({ written: 'absent', atLogin: false, runs: false })
    expect(installService(way, run)).toEqual({ ok: true, value: null })
    expect(serviceState(way, run)).toEqual({ written: 'ours', atLogin: true, runs: true })
    expect(readFileSync(way.file, 'utf8')).toContain(
      'ExecStart="/opt/Threadbeat/resources/bin/threadbeat" "serve"\n',
    )
    expect(removeService(way, run)).toEqual({ ok: true, value: null })
    expect(existsSync(way.file)).toBe(false)
    expect(asked).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable threadbeat.service',
      'systemctl --user restart threadbeat.service',
      'systemctl --user disable --now threadbeat.service',
    ])
  })

  it('that a person wrote is left alone', () => {
    const way = wayAt()
    mkdirSync(path.dirname(way.file), { recursive: true })
    writeFileSync(way.file, '[Service]\nExecStart=/home/ada/own\n')
    const { run, asked } = system()
    for (const done of [installService(way, run), removeService(way, run)])
      expect(done).toMatchObject({ ok: false, error: { code: 'file.conflict' } })
    expect(readFileSync(way.file, 'utf8')).toContain('/home/ada/own')
    expect(asked).toEqual([])
  })

  it('of another copy is written anew', () => {
    const { run } = system()
    installService(wayAt({ command: ['/opt/old/threadbeat'] }), run)
    const way = wayAt()
    expect(serviceState(way, run).written).toBe('other')
    installService(way, run)
    expect(serviceState(way, run).written).toBe('ours')
  })

  it('says what was refused, and that the file is there', () => {
    const way = wayAt()
    const done = installService(way, system(['daemon-reload']).run)
    expect(done).toMatchObject({
      ok: false,
      error: {
        message: `systemctl --user daemon-reload: Failed to connect to bus. What starts it is written: ${way.file}`,
      },
    })
  })

  it('is not said to start at login where systemd was never reached', () => {
    const way = wayAt()
    const { run } = system(['daemon-reload'])
    installService(way, run)
    expect(serviceState(way, run)).toEqual({ written: 'ours', atLogin: false, runs: false })
  })

  it('that cannot be ended is taken away all the same, and that is what it says', () => {
    const way = wayAt()
    const { run } = system(['disable'])
    installService(way, run)
    expect(removeService(way, run)).toMatchObject({
      ok: false,
      error: {
        message: `systemctl --user disable --now threadbeat.service: Failed to connect to bus. What starts it is taken away: ${way.file}`,
      },
    })
    expect(existsSync(way.file)).toBe(false)
  })

  it.skipIf(!HAS_ANALYZE)('is understood by systemd, whatever the paths are', () => {
    const folder = path.join(
      home || mkdtempSync(path.join(tmpdir(), 'service-test-')),
      `it's "my" $HOME 50% \\ é`,
    )
    home = path.dirname(folder)
    mkdirSync(folder, { recursive: true })
    const program = path.join(folder, 'threadbeat')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const way = wayAt({ command: [program], dataDir: path.join(folder, 'data') })
    mkdirSync(path.dirname(way.file), { recursive: true })
    writeFileSync(way.file, way.text)
    expect(
      execFileSync('systemd-analyze', ['--user', 'verify', way.file], {
        encoding: 'utf8',
        env: { ...process.env, XDG_RUNTIME_DIR: home },
      }),
    ).toBe('')
  })
})

it('of macOS is an agent at login that comes back after a crash and not after a refusal', () => {
  const way = wayAt({ platform: 'darwin', command: ['/Applications/A & B.app/threadbeat'], uid: 501 })
  expect(way.file).toBe(path.join(home, 'Library/LaunchAgents/app.threadbeat.serve.plist'))
  expect(way.text).toContain(
    '<string>/Applications/A &amp; B.app/threadbeat</string>\n      <string>serve</string>',
  )
  expect(way.text).toContain('<key>Crashed</key>')
  expect(way.on).toEqual([['launchctl', 'bootstrap', 'gui/501', way.file]])
})

it('of Windows is a task at login', () => {
  expect(
    serviceWay({
      platform: 'win32',
      home: 'C:\\Users\\Ada',
      env: {},
      command: ['C:\\Program Files\\Threadbeat\\threadbeat.cmd'],
      dataDir: null,
      uid: null,
    }),
  ).toMatchObject({
    kind: 'task',
    on: [
      expect.arrayContaining([
        '/SC',
        'ONLOGON',
        '/TR',
        '"C:\\Program Files\\Threadbeat\\threadbeat.cmd" serve',
      ]),
      ['schtasks', '/Run', '/TN', 'Threadbeat'],
    ],
  })
})

it('is refused where a path has a line break, which would be an order of its own', () => {
  expect(
    serviceWay({
      platform: 'linux',
      home: '/home/ada',
      env: {},
      command: ['/opt/a\nExecStartPre=/bin/evil'],
      dataDir: null,
      uid: 1,
    }),
  ).toMatchObject({ kind: 'none' })
})
