import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DesktopBus } from '../../../e2e/harness/desktop-bus.ts'
import { check, makeRepository, must, NEWER, prepare, REPO, until, type Shell } from './checks.ts'
import { BUS, HOME, type Debian } from './debian.ts'

/** The bus of a session, which also lets us in, who play the desktop and are root. */
const BUS_CONFIG = `<busconfig>
  <include>/usr/share/dbus-1/session.conf</include>
  <listen>${BUS}</listen>
  <policy context="default"><allow user="*"/></policy>
</busconfig>
`

/** As its own tools install it, and as an ordinary person uses it on a desktop. */
export async function tryDeb(debian: Debian, file: string): Promise<void> {
  await install(debian, file)
  await use(debian)
}

async function install(debian: Debian, file: string): Promise<void> {
  await prepare(debian, ['apt-get', 'purge', '-y', '-q', 'threadbeat', 'git'], ['xvfb', 'dbus', 'dbus-x11'])
  const without = await debian.run('root', ['sh', '-c', 'command -v node threadbeat'])
  check('there is neither a Node nor a threadbeat before', without.out === '', without)
  cpSync(file, debian.at('/root/threadbeat.deb'))
  await must(debian, ['apt-get', 'install', '-q', '-y', '--no-install-recommends', '/root/threadbeat.deb'])
  for (const installed of [
    '/opt/Threadbeat/threadbeat-app',
    '/usr/share/applications/threadbeat.desktop',
    '/usr/share/icons/hicolor/128x128/apps/threadbeat-app.png',
    '/usr/share/metainfo/app.threadbeat.desktop.metainfo.xml',
    '/usr/share/man/man1/threadbeat.1.gz',
    '/usr/share/doc/threadbeat/copyright',
    '/opt/Threadbeat/resources/THIRD-PARTY.txt',
  ])
    check(`${installed} is there`, existsSync(debian.at(installed)), null)
  const audit = await debian.run('root', ['dpkg', '--audit'])
  check('dpkg has nothing to say against it', audit.code === 0 && audit.out === '', audit)
  await must(debian, ['useradd', '-m', '-s', '/bin/bash', 'ada'])
}

async function use(debian: Debian): Promise<void> {
  const ada = (line: string, cwd = HOME) => debian.run('ada', ['sh', '-c', line], cwd)
  await makeRepository(ada, 'the package brought git')
  debian.start(['Xvfb', ':77', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'])
  for (const left of readdirSync(debian.at('/tmp'))) rmSync(debian.at(`/tmp/${left}`), { recursive: true })
  writeFileSync(debian.at('/tmp/bus.conf'), BUS_CONFIG)
  debian.start(['dbus-daemon', '--config-file=/tmp/bus.conf', '--nofork', '--nopidfile'])
  await until(() => existsSync(debian.at('/tmp/bus')))
  const desktop = await DesktopBus.start({ address: `unix:path=${debian.at('/tmp/bus')}` })
  const app = debian.start(['/opt/Threadbeat/threadbeat-app', '--hidden'])
  const said: string[] = []
  app.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const icon = await desktop.trayItem({ timeoutMs: 60_000 }).catch(() => null)
  check('its icon is in the tray', icon !== null, said.join(''))

  const added = await ada(`threadbeat add ${REPO} --trust`)
  check('a repository is added', added.code === 0, added)
  const beat = await ada('threadbeat beat api --wait')
  check('it beats, and is quiet', beat.code === 0 && beat.out.includes('Quiet'), beat)
  const status = await ada('threadbeat status', '/')
  check('status answers from another folder', status.code === 0 && status.out.includes('api'), status)

  const list = debian.at(`${REPO}/HEARTBEAT.md`)
  writeFileSync(
    list,
    readFileSync(list, 'utf8').replace(/## Urgent Flags.*\n/, '$&- [ ] The disk is nearly full\n'),
  )
  const urgent = await ada('threadbeat beat api --wait')
  check('a raised flag ends a beat with 20', urgent.code === 20, urgent)
  const banner = await desktop.notification(/disk is nearly full/, { timeoutMs: 30_000 }).catch(() => null)
  check('and is told by a notification', banner !== null, desktop.notifications)

  await hooks(debian, ada)
  await update(debian, ada)
  await remove(debian, ada)
  await desktop.stop()
}

async function hooks(debian: Debian, ada: Shell): Promise<void> {
  const written = await ada('threadbeat hooks install api --yes')
  check('git hooks are installed', written.code === 0, written)
  const hook = readFileSync(debian.at(`${REPO}/.git/hooks/post-commit`), 'utf8')
  check('they name a path that stays', hook.includes('/opt/Threadbeat/resources/bin/threadbeat'), hook)
  check(
    'a commit reaches the app',
    await commitIsHeard(ada, 'one'),
    (await ada('threadbeat timeline api --json')).out,
  )
}

/** By the hook, which reports in the background, and by the look at git that it causes. */
async function commitIsHeard(ada: Shell, words: string): Promise<boolean> {
  const made = await ada(`git commit -q --allow-empty -m ${words}`, REPO)
  if (made.code !== 0 || made.err !== '') return false
  const id = (await ada('git rev-parse --short=7 HEAD', REPO)).out.trim()
  return until(async () => {
    const { out } = await ada('threadbeat timeline api --json')
    return out.includes(id) && out.includes('git hook post-commit')
  })
}

/** The same package with a higher number, installed while the app runs. */
async function update(debian: Debian, ada: Shell): Promise<void> {
  const stage = mkdtempSync(path.join(tmpdir(), 'threadbeat-newer-'))
  execFileSync('dpkg-deb', ['-R', debian.at('/root/threadbeat.deb'), stage])
  const control = path.join(stage, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, `Version: ${NEWER}`))
  appendFileSync(path.join(stage, 'opt/Threadbeat/resources/THIRD-PARTY.txt'), '\n')
  execFileSync('dpkg-deb', [
    '--build',
    '--root-owner-group',
    '-Zgzip',
    '-z1',
    stage,
    debian.at('/root/newer.deb'),
  ])
  rmSync(stage, { recursive: true })
  await must(debian, ['apt-get', 'install', '-q', '-y', '/root/newer.deb'])
  const version = await must(debian, ['dpkg-query', '-W', '-f', '${Version}', 'threadbeat'])
  check('a newer package takes its place', version === NEWER, version)
  const status = await ada('threadbeat status')
  check('the command is still there', status.code === 20, status)
  check(
    'hooks written before still work',
    await commitIsHeard(ada, 'two'),
    (await ada('threadbeat timeline api --json')).out,
  )
}

async function remove(debian: Debian, ada: Shell): Promise<void> {
  await must(debian, ['apt-get', 'purge', '-q', '-y', 'threadbeat'])
  for (const gone of ['/usr/bin/threadbeat', '/opt/Threadbeat', '/usr/share/applications/threadbeat.desktop'])
    check(`${gone} is gone`, !existsSync(debian.at(gone)), null)
  for (const left of [`${REPO}/HEARTBEAT.md`, `${HOME}/.local/share/threadbeat/threadbeat.db`])
    check(`${left} is left`, existsSync(debian.at(left)), null)
  const commit = await ada('git commit -q --allow-empty -m three', REPO)
  check(
    'a hook that is left holds no commit up and says nothing',
    commit.code === 0 && commit.err === '',
    commit,
  )
}
