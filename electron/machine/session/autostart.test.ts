import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { autostartWay, entryAutostart, entryText, isEntryOn, type AutostartFacts } from './autostart.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'autostart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const image = path.join(folder, 'Threadbeat.AppImage')
writeFileSync(image, '')
const facts = (with_: Partial<AutostartFacts>): AutostartFacts => ({
  platform: 'linux',
  isPackaged: true,
  execPath: '/opt/Threadbeat/threadbeat',
  home: '/home/ada',
  dataDirWords: [],
  env: {},
  ...with_,
})

describe('start at login', () => {
  it.each([
    [
      'Linux',
      {},
      {
        kind: 'entry',
        file: '/home/ada/.config/autostart/threadbeat.desktop',
        argv: ['/opt/Threadbeat/threadbeat', '--hidden'],
      },
    ],
    [
      'an AppImage, by the image itself',
      { execPath: '/tmp/.mount_x/threadbeat', env: { APPIMAGE: image, APPDIR: '/tmp/.mount_x' } },
      {
        kind: 'entry',
        file: '/home/ada/.config/autostart/threadbeat.desktop',
        argv: [image, '--hidden'],
      },
    ],
    [
      'what was started in a terminal of another program’s AppImage',
      { env: { APPIMAGE: image, APPDIR: '/tmp/.mount_other' } },
      {
        kind: 'entry',
        file: '/home/ada/.config/autostart/threadbeat.desktop',
        argv: ['/opt/Threadbeat/threadbeat', '--hidden'],
      },
    ],
    [
      'another configuration folder',
      { env: { XDG_CONFIG_HOME: '/cfg' } },
      {
        kind: 'entry',
        file: '/cfg/autostart/threadbeat.desktop',
        argv: ['/opt/Threadbeat/threadbeat', '--hidden'],
      },
    ],
    [
      'a relative one, which counts as not set',
      { env: { XDG_CONFIG_HOME: 'cfg' } },
      {
        kind: 'entry',
        file: '/home/ada/.config/autostart/threadbeat.desktop',
        argv: ['/opt/Threadbeat/threadbeat', '--hidden'],
      },
    ],
    ['macOS', { platform: 'darwin' as const }, { kind: 'electron', argv: ['--hidden'] }],
    ['Windows', { platform: 'win32' as const }, { kind: 'electron', argv: ['--hidden'] }],
    [
      'Linux with another data folder, which it names',
      { dataDirWords: ['--data-dir', '/my data'] },
      {
        kind: 'entry',
        file: '/home/ada/.config/autostart/threadbeat.desktop',
        argv: ['/opt/Threadbeat/threadbeat', '--hidden', '--data-dir', '/my data'],
      },
    ],
    [
      'macOS with another data folder, which it names',
      { platform: 'darwin' as const, dataDirWords: ['--data-dir', '/d'] },
      { kind: 'electron', argv: ['--hidden', '--data-dir', '/d'] },
    ],
    [
      'another system',
      { platform: 'freebsd' as const },
      { kind: 'none', why: 'Threadbeat does not know how programs are started at login on freebsd.' },
    ],
    [
      'a checkout',
      { isPackaged: false },
      { kind: 'none', why: expect.stringContaining('checkout') as string },
    ],
  ])('on %s', (_name, with_, way) => expect(autostartWay(facts(with_))).toEqual(way))

  it('writes each argument as desktops read it', () => {
    expect(entryText(['/opt/My $App/100%', '--hidden'])).toContain(
      'Exec="/opt/My \\\\$App/100%%" "--hidden"\n',
    )
  })
  it('reads the state back from the entry, also what a desktop switched off', () => {
    const file = path.join(folder, 'autostart', 'threadbeat.desktop')
    const autostart = entryAutostart({ kind: 'entry', file, argv: ['/opt/threadbeat', '--hidden'] })
    expect(autostart.state()).toMatchObject({ supported: true, on: false })
    expect(autostart.set(true).on).toBe(true)
    const text = readFileSync(file, 'utf8')
    for (const off of [
      text.replace('enabled=true', 'enabled=false'),
      `${text}Hidden=true\n`,
      '',
      '[Desktop Entry]\nType=Application\n',
    ])
      expect(isEntryOn(off)).toBe(false)
    writeFileSync(file, text.replace('/opt/threadbeat', '/old/threadbeat'))
    expect(autostart.state()).toMatchObject({
      on: true,
      text: expect.stringContaining('another copy') as string,
    })
    const elsewhere = entryAutostart({
      kind: 'entry',
      file,
      argv: ['/opt/threadbeat', '--hidden', '--data-dir', '/d'],
    })
    elsewhere.set(true)
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/threadbeat" "--hidden" "--data-dir" "/d"\n')
    for (const [which, text] of [
      [elsewhere, 'without a window'],
      [autostart, 'another data folder'],
    ] as const)
      expect(which.state().text).toContain(text)
    expect(autostart.set(false).on).toBe(false)
    expect(existsSync(file)).toBe(false)
  })
})
