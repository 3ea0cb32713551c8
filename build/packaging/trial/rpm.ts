import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeRpm } from '../rpm.ts'
import { check, makeRepository, must, NEWER, prepare, REPO, type Shell } from './checks.ts'
import { HOME, type Debian } from './debian.ts'

const COMMAND = '/usr/bin/threadbeat'
const HELPER = '/opt/Threadbeat/chrome-sandbox'

/**
 * By rpm, in a Debian that holds rpm. What the rpm asks for has the names of other systems, so rpm is told not to look
 * for it, and git and the libraries come from Debian.
 */
export async function tryRpm(debian: Debian, file: string): Promise<void> {
  const ada: Shell = (line, cwd = HOME) => debian.run('ada', ['sh', '-c', line], cwd)
  await prepare(debian, ['rpm', '-e', 'threadbeat'], ['rpm', 'git', ...LIBRARIES])
  await must(debian, ['useradd', '-m', '-s', '/bin/bash', 'ada'])
  cpSync(file, debian.at('/root/threadbeat.rpm'))
  await newer(file, debian.at('/root/newer.rpm'))
  await must(debian, ['rpm', '-i', '--nodeps', '/root/threadbeat.rpm'])
  await untouched(debian, 'as rpm installed it')
  for (const there of [
    '/opt/Threadbeat/threadbeat-app',
    '/usr/share/applications/threadbeat.desktop',
    '/usr/share/man/man1/threadbeat.1.gz',
    '/opt/Threadbeat/resources/THIRD-PARTY.txt',
  ])
    check(`${there} is there`, existsSync(debian.at(there)), null)
  await makeRepository(ada, 'git makes a repository')
  const added = await ada(`threadbeat add ${REPO} --trust`)
  check('its command adds a repository', added.code === 0, added)
  const beat = await ada('threadbeat beat api --wait')
  check('it beats, and is quiet', beat.code === 0 && beat.out.includes('Quiet'), beat)

  await must(debian, ['rpm', '-U', '--nodeps', '/root/newer.rpm'])
  const version = await must(debian, ['rpm', '-q', '--queryformat', '%{VERSION}', 'threadbeat'])
  check('a newer package takes its place', version === NEWER, version)
  await untouched(debian, 'after the update')
  const status = await ada('threadbeat status')
  check('its command is still there', status.code === 0 && status.out.includes('api'), status)

  await must(debian, ['rpm', '-e', 'threadbeat'])
  for (const gone of [COMMAND, '/opt/Threadbeat', '/etc/apparmor.d/threadbeat-app'])
    check(`${gone} is gone`, lstatSync(debian.at(gone), { throwIfNoEntry: false }) === undefined, null)
  for (const left of [`${REPO}/HEARTBEAT.md`, `${HOME}/.local/share/threadbeat/threadbeat.db`])
    check(`${left} is left`, existsSync(debian.at(left)), null)
}

/** What Electron needs, by Debian's names. */
const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libxtst6', 'libsecret-1-0']

/** Its command is a link to its program, and no file is another than the package holds: the helper's rights alone may be. */
async function untouched(debian: Debian, when: string): Promise<void> {
  const link = lstatSync(debian.at(COMMAND), { throwIfNoEntry: false })
  check(`${COMMAND} is a link to it, ${when}`, link?.isSymbolicLink() === true, null)
  const { out } = await debian.run('root', ['rpm', '-V', '--nodeps', 'threadbeat'])
  const others = out.split('\n').filter((line) => line !== '' && !line.endsWith(HELPER))
  check(`rpm finds each file as it is in the package, ${when}`, others.length === 0, others)
}

/** The same files and scripts under a higher number. */
async function newer(file: string, to: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-newer-'))
  const at = (name: string): string => path.join(folder, name)
  const ask = (tag: string): string =>
    execFileSync('rpm', ['-qp', '--queryformat', `%{${tag}}`, file], { encoding: 'utf8' })
  const cpio = execFileSync('rpm2cpio', [file], { maxBuffer: 2e9 })
  const unpacked = spawnSync('cpio', ['-idm', '--quiet'], { cwd: folder, input: cpio })
  if (unpacked.status !== 0) throw new Error(`cpio: ${String(unpacked.stderr)}`)
  appendFileSync(at('opt/Threadbeat/resources/THIRD-PARTY.txt'), '\n')
  writeFileSync(at('after-install'), ask('POSTIN'))
  writeFileSync(at('after-remove'), ask('POSTUN'))
  const words = {
    architecture: ask('ARCH'),
    'after-install': at('after-install'),
    'after-remove': at('after-remove'),
    description: ask('DESCRIPTION'),
    version: NEWER,
    package: to,
    name: ask('NAME'),
    maintainer: ask('PACKAGER'),
    vendor: ask('VENDOR'),
    url: ask('URL'),
    category: ask('GROUP'),
    'rpm-summary': ask('SUMMARY'),
    license: ask('LICENSE'),
  }
  const args = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value])
  const trees = ['opt/Threadbeat', 'usr/share'].map((name) => `${at(name)}/=/${name}`)
  await makeRpm([...args, ...trees], {})
  rmSync(folder, { recursive: true })
}
