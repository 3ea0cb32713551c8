import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { root } from '../build/machine/machine.mjs'
import { addRepository, expect, go, row, test } from './harness/fleet.ts'

const folder = path.join(
  root,
  'release',
  { linux: 'linux-unpacked', win32: 'win-unpacked' }[process.platform as string] ?? 'mac',
)
const executable = path.join(
  folder,
  { linux: 'threadbeat-app', win32: 'Threadbeat.exe' }[process.platform as string] ??
    'Threadbeat.app/Contents/MacOS/Threadbeat',
)
const archive = path.join(
  folder,
  process.platform === 'darwin' ? 'Threadbeat.app/Contents/Resources/app.asar' : 'resources/app.asar',
)

const command = path.join(path.dirname(archive), 'bin', 'threadbeat')

const newest = (of: string): number =>
  Math.max(
    ...readdirSync(of, { recursive: true, encoding: 'utf8' }).map(
      (file) => statSync(path.join(of, file)).mtimeMs,
    ),
  )

test.beforeAll(() => {
  test.setTimeout(240_000)
  if (existsSync(archive) && statSync(archive).mtimeMs > newest(path.join(root, 'dist'))) return
  const packaged = spawnSync(
    process.execPath,
    [path.join(root, 'build/run-ts.mjs'), path.join(root, 'build/packaging/package.ts')],
    { cwd: root, encoding: 'utf8' },
  )
  expect(packaged.status, packaged.stdout + packaged.stderr).toBe(0)
})

/** Of the fuse wire, a byte for each: "1". */
const FUSE_ON = 0x31

// where the inspector is that this test holds on to
const LOOPBACK = /^(?:0100007F|0{24}01000000|0{16}FFFF00000100007F):/
const INODE = 9

/**
 * The lines of the kernel's own list for sockets of these processes that are bound to more than this
 * machine.
 */
function socketsToTheWorld(pids: readonly number[]): string[] {
  const own = new Set(
    pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
        } catch {
          return [] // closed while it was looked at
        }
      }),
    ),
  )
  const lines = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8').trim().split('\n').slice(1),
  )
  return lines.filter((line) => {
    const fields = line.trim().split(/\s+/)
    return own.has(fields[INODE] ?? '') && !LOOPBACK.test(fields[1] ?? '')
  })
}

test('the packaged app starts, beats a repository, installs its command line and asks nobody on a network', async ({
  folder: place,
  start,
}) => {
  const app = await start({ executable, env: { HOME: place } })
  const { page, client } = app
  expect(await app.app.evaluate(({ app: electron }) => electron.isPackaged)).toBe(true)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Add a repository and Threadbeat checks its pulse.',
  )

  await addRepository(app, place, 'shipped')
  await page.getByRole('button', { name: 'Beat shipped now' }).click()
  await expect(page.getByRole('status', { name: 'What came of a beat' })).toHaveText(/^shipped: Quiet in /)
  await expect
    .poll(async () => (await client.runs.page({})).runs.filter((run) => run.outcome !== null).length)
    .toBe(2)
  await expect(row(page, 'shipped')).toHaveAttribute('aria-label', /^shipped: Quiet/)

  await go(page, '/settings/integrations')
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.getByText('Installed', { exact: true })).toBeVisible()
  const run = (...args: string[]) =>
    spawnSync(path.join(place, '.local/bin/threadbeat'), ['--data-dir', app.dataDir, ...args], {
      encoding: 'utf8',
    })
  expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' })
  expect(run('status')).toMatchObject({ status: 0, stdout: expect.stringContaining('shipped') as unknown })

  expect(
    asked.filter(
      (url) => !url.startsWith('threadbeat://') && !url.startsWith('data:') && !url.startsWith('blob:'),
    ),
  ).toEqual([])
  if (process.platform === 'linux') {
    const pids = await app.app.evaluate(({ app: electron }) => [
      process.pid,
      ...electron.getAppMetrics().map((metric) => metric.pid),
    ])
    expect(socketsToTheWorld(pids)).toEqual([])
  }
})

test('its fuses are as they were set, its command needs no Node, and no variable brings code into it', async ({
  folder: place,
}) => {
  const wire = await getCurrentFuseWire(executable)
  const on = (fuse: FuseV1Options): boolean => Number(wire[fuse]) === FUSE_ON
  expect({
    runAsNode: on(FuseV1Options.RunAsNode), // the command line of a package is run by it
    cookies: on(FuseV1Options.EnableCookieEncryption),
    nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    integrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
    snapshot: on(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    fileProtocol: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: true,
    cookies: false,
    nodeOptions: false,
    integrity: true,
    onlyAsar: true,
    snapshot: false,
    fileProtocol: false,
  })

  const canary = path.join(place, 'canary')
  const brought = path.join(place, 'brought.cjs')
  writeFileSync(brought, `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')`)
  const run = (...args: string[]) =>
    spawnSync(command, ['--data-dir', path.join(place, 'data'), ...args], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: place, NODE_OPTIONS: `--require ${brought}` },
    })
  expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' })
  expect(run('doctor').stdout).toContain('Threadbeat')
  expect(existsSync(canary)).toBe(false)
  const notices = readFileSync(path.join(path.dirname(archive), 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['react', 'zod', '@photostructure/sqlite', 'chokidar', '@fontsource-variable/inter'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
})
