import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { root } from '../build/machine/machine.mjs'
import { addRepository, expect, go, row, test } from './harness/fleet.ts'
import { updateFeed, type Release } from './harness/update-feed.ts'

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

  await go(page, '/settings/advanced')
  await page.getByRole('button', { name: 'Show licences' }).click()
  await expect(page.getByRole('dialog', { name: 'Licences' })).toContainText('react 19.')

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

  const { components } = JSON.parse(
    readFileSync(path.join(path.dirname(archive), 'threadbeat.cdx.json'), 'utf8'),
  ) as { components: { purl: string }[] }
  const listed = components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.*)@/, '$1 '))
  const electron = readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '')
  expect(listed).toContain(`electron ${electron}`)
  const noticed = [...notices.matchAll(/^(\S+ \d\S*) \(.*\)(?:, .*)?$/gm)].map(([, found]) => found)
  expect(listed.filter((part) => part !== `electron ${electron}`).sort()).toEqual(noticed.sort())
})

test('an AppImage finds, loads and installs a newer one from its feed, while a beat runs, and loses nothing', async ({
  folder: place,
  start,
}) => {
  const [image, marker] = ['Threadbeat.AppImage', 'updated'].map((name) => path.join(place, name))
  const copy = `${folder}-updating` // beside it: hard links do not cross file systems
  rmSync(copy, { recursive: true, force: true })
  execFileSync('cp', ['-al', folder, copy])
  const script = (more: string): string =>
    `#!/bin/sh\n[ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ] && exit\n${more}exec '${copy}/threadbeat-app' "$@"\n`
  writeFileSync(image!, script(''), { mode: 0o755 })
  const newer = Buffer.from(script(`echo $$ > '${marker}'\n`))
  let release: Release = { version: '0.0.9', file: newer }
  const feed = await updateFeed(() => release)
  const config = path.join(copy, 'resources/app-update.yml')
  rmSync(config, { force: true }) // a hard link
  rmSync(path.join(copy, 'resources/package-type'), { force: true }) // of a deb that was made from the folder
  writeFileSync(config, feed.config)

  const app = await start({
    executable: path.join(copy, 'threadbeat-app'),
    env: { HOME: place, APPIMAGE: image!, APPDIR: copy },
  })
  const { page, client } = app
  await addRepository(app, place, 'shipped')
  expect(feed.asked, 'nobody is asked before a person says so').toEqual([])

  await go(page, '/settings/updates')
  const look = page.getByRole('button', { name: 'Look now' })
  await look.click()
  await expect(page.getByText(/^It is the newest: /), 'an older one is none').toBeVisible()
  release = { version: '0.2.0', file: newer, claimed: Buffer.from('another file') }
  await look.click()
  await page.getByRole('button', { name: 'Load it' }).click()
  await expect(page.getByText(/It could not be loaded\. .*sha512/)).toBeVisible()
  release = { version: '0.2.0', file: newer }
  await look.click()
  await page.getByRole('button', { name: 'Load it' }).click()
  const restart = page.getByRole('button', { name: 'Restart to update' })
  await expect(restart).toBeVisible()

  const gate = path.join(place, 'gate')
  const slow = path.join(place, 'slow.sh')
  writeFileSync(slow, `#!/bin/sh\nwhile [ ! -e '${gate}' ]; do sleep 0.05; done\necho HEARTBEAT_OK\n`, {
    mode: 0o755,
  })
  const { id } = (await client.snapshot()).threads[0]!
  await client.threads.setAgent({ id, agent: { kind: 'command', argv: [slow], env: {} }, confirmed: true })
  await client.beat.start({ id, anyway: true })
  await expect.poll(async () => (await client.snapshot()).fleet.running).toBe(1)
  const asked = app.app.evaluate(
    ({ dialog }) =>
      new Promise<string>((resolve) => {
        dialog.showMessageBox = ((...given: unknown[]) => {
          resolve((given.at(-1) as { message: string }).message)
          return Promise.resolve({ response: 0, checkboxChecked: false }) // wait, then quit
        }) as typeof dialog.showMessageBox
      }),
  )
  await restart.click()
  expect(await asked).toBe('1 beat is running')
  writeFileSync(gate, '')
  await expect.poll(() => existsSync(marker!)).toBe(true)
  try {
    await expect
      .poll(async () => {
        const found = await client.snapshot().catch(() => null)
        return found?.threads.map(({ name, last }) => `${name}: ${last?.outcome}`)
      })
      .toEqual(['shipped: unproven']) // what that command says is no evidence
    expect(readFileSync(image!, 'utf8')).toBe(newer.toString())
  } finally {
    process.kill(Number(readFileSync(marker!, 'utf8')), 'SIGKILL')
    await feed.stop()
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 })
  }
})
