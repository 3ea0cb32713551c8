/**
 * `npm run package:try [-- deb|rpm FOLDER]`: installs the deb of release/ as a stranger would, in a Debian that holds
 * nothing else, and uses it as an ordinary person: tray and notification on a session bus, command line, git hooks, an
 * update, and what a removal leaves. `rpm`: what rpm itself does with the rpm there (its scripts, its own check of the
 * files, an update, a removal). Needs root, debootstrap and Debian's archive. FOLDER: a Debian made before, which stays.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOnPath, isRoot, root } from '../../machine/machine.mjs'
import { failures } from './checks.ts'
import { tryDeb } from './deb.ts'
import { makeDebian, type Debian } from './debian.ts'
import { tryRpm } from './rpm.ts'

interface Kind {
  readonly name: RegExp
  readonly tools: readonly string[]
  readonly play: (debian: Debian, file: string) => Promise<void>
}
const KINDS: Readonly<Record<string, Kind>> = {
  deb: { name: /^threadbeat_[^_]+_[^_]+\.deb$/, tools: ['dpkg-deb'], play: tryDeb },
  rpm: { name: /^threadbeat-.*\.rpm$/, tools: ['rpm', 'rpmbuild', 'rpm2cpio', 'cpio'], play: tryRpm },
}

const given = process.argv.slice(2)
const asked = given[0] !== undefined && given[0] in KINDS ? given.shift()! : 'deb'
const kind = KINDS[asked]!
const kept = given[0]

const release = path.join(root, 'release')
const name = existsSync(release) ? readdirSync(release).find((file) => kind.name.test(file)) : undefined
const missing = [
  isRoot ? null : 'root',
  ...['debootstrap', 'chroot', ...kind.tools].map((tool) => (findOnPath(tool) === null ? tool : null)),
  name === undefined ? `a package in release/ (npm run package -- ${asked})` : null,
].filter((what) => what !== null)
if (missing.length > 0 || name === undefined) {
  console.error(`Not run; it needs: ${missing.join(', ')}.`)
  process.exit(1)
}

const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'threadbeat-debian-'))
const debian = makeDebian(folder)
process.once('exit', debian.end) // whatever happens, its mounts go
try {
  await kind.play(debian, path.join(release, name))
} finally {
  debian.end()
  if (kept === undefined) rmSync(folder, { recursive: true, force: true })
}
console.log(failures() === 0 ? 'All as it should be.' : `${failures()} not as it should be.`)
process.exit(failures() === 0 ? 0 : 1)
