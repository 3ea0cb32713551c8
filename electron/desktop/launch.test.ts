import { describe, expect, it } from 'vitest'
import { dataDirPath } from '../machine/disk/data-dir.ts'
import { planClose } from './windows/close-plan.ts'
import { demoStart, devServer, linkOf, readLaunch, wantsWindow } from './launch.ts'
import { safeLink } from './shell/safe-link.ts'

describe('readLaunch', () => {
  it.each([
    [['electron', '.'], { dataDir: undefined, demo: false, hidden: false, refused: null, link: null }],
    [
      ['electron', '.', '--hidden', '--data-dir=/d', '--demo'],
      { dataDir: '/d', demo: true, hidden: true, refused: null, link: null },
    ],
    [
      ['app', '--data-dirt=/x', '--demolish', '-hidden', '--inspect=0.0.0.0', 'threadbeat://beat?thread=1'],
      { dataDir: undefined, demo: false, hidden: false, refused: null, link: 'threadbeat://beat?thread=1' },
    ],
    [
      ['app', '--hidden', 'threadbeat://x', '--demo', '--data-dir=/evil', 'threadbeat://jobs'],
      { dataDir: undefined, demo: false, hidden: true, refused: null, link: 'threadbeat://jobs' },
    ],
    [
      ['app', 'threadbeat://add?path=/a" --data-dir=/evil'],
      { dataDir: undefined, demo: false, hidden: false, refused: null, link: null },
    ],
  ])('%j', (argv, launch) => expect(readLaunch(argv)).toEqual(launch))

  it.each([
    [['--data-dir', '/d']],
    [['--data-dir=/d']],
    [['.', '--data-dir', '/d', '--hidden']],
    [['--data-dir=/c', '--data-dir', '/d']],
  ])('takes the data folder in one word or in two: %j', (words) =>
    expect(readLaunch(['app', ...words])).toMatchObject({ dataDir: '/d', refused: null }),
  )
  it.each([
    [['--data-dir']],
    [['--data-dir', '']],
    [['--data-dir=']],
    [['--data-dir=', 'threadbeat://jobs']],
    [['--data-dir', 'threadbeat://jobs']],
    [['--data-dir', '--hidden']],
    [['--data-dir', 'here']],
    [['--data-dir=./here']],
  ])('refuses one that is empty or relative, instead of using another one: %j', (words) =>
    expect(readLaunch(['app', ...words]).refused).toMatch(/^--data-dir .*whole path/),
  )
  it('lets the flag win over the variable', () => {
    const { dataDir } = readLaunch(['app', '--data-dir', '/d'])
    const place = { platform: 'linux' as const, home: '/h', env: { THREADBEAT_DATA_DIR: '/v' } }
    expect(dataDirPath(dataDir, place)).toBe('/d')
    expect(dataDirPath(readLaunch(['app']).dataDir, place)).toBe('/v')
  })
})

describe('wantsWindow', () => {
  it.each([
    [{ hidden: true }, false],
    [{ hidden: false }, true],
    [{}, true],
    [null, true],
    ['--hidden', true],
    [{ hidden: 'yes' }, true],
    [[], true],
  ])('%j → %s', (data, wanted) => {
    expect(wantsWindow(data)).toBe(wanted)
  })
})

describe('linkOf a second start', () => {
  it.each([
    [{ hidden: true, link: 'threadbeat://queue' }, 'threadbeat://queue'],
    [{ link: 'threadbeat://app/' }, null],
    [{ link: ['threadbeat://queue'] }, null],
    [{ link: null }, null],
    [{}, null],
    [null, null],
    ['threadbeat://queue', null],
    [undefined, null],
  ])('%j → %s', (data, link) => expect(linkOf(data)).toBe(link))
})

describe('devServer', () => {
  it.each([
    ['http://127.0.0.1:5183/', false, 'http://127.0.0.1:5183/'],
    ['http://localhost:5183/x', false, 'http://localhost:5183/'],
    ['http://127.0.0.1:5183/', true, null],
    ['http://127.0.0.1.evil.example/', false, null],
    ['https://evil.example/', false, null],
    ['file:///etc/', false, null],
    ['x', false, null],
    [undefined, false, null],
  ])('%s, packaged %s → %s', (url, isPackaged, server) => expect(devServer(url, isPackaged)).toBe(server))
})

describe('demoStart', () => {
  const from = {
    isPackaged: false,
    execPath: '/e/electron',
    appPath: '/app',
    noSandbox: true,
    env: { HOME: '/h', THREADBEAT_DATA_DIR: '/mine', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect' },
  }
  it('names the app of a checkout, and passes on nothing of this start', () => {
    expect(demoStart(from)).toEqual({
      program: '/e/electron',
      args: ['--no-sandbox', '/app', '--demo'],
      env: { HOME: '/h' },
    })
    expect(demoStart({ ...from, isPackaged: true, noSandbox: false }).args).toEqual(['--demo'])
  })
})

describe('planClose', () => {
  it.each([
    ['ask', true, 'ask'],
    ['hide', true, 'hide'],
    ['quit', true, 'quit'],
    ['ask', false, 'minimise'],
    ['hide', false, 'minimise'],
    ['quit', false, 'quit'],
  ] as const)('setting %s, tray %s → %s', (setting, hasTray, plan) =>
    expect(planClose({ setting, hasTray })).toBe(plan),
  )
})

describe('safeLink', () => {
  it('lets https through', () =>
    expect(safeLink('https://example.com/a?b#c')).toBe('https://example.com/a?b#c'))
  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pw@example.com/',
    'smb://x',
    'vscode://x',
    '',
    'https:',
    `https://example.com/${'a'.repeat(3000)}`,
  ])('refuses %s', (url) => expect(safeLink(url)).toBeNull())
})
