/**
 * The system packages that Electron and its tests need beyond Node. As root on Debian and its relatives
 * they are installed; otherwise the exact command is printed, and the caller stops.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { findOnPath, isLinux, isRoot } from './machine.mjs'

/** What a bare Debian lacks for Electron; each pulls in the rest of what `ldd` names. */
const ELECTRON_PACKAGES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatspi2.0-0', 'libnotify4']
/** Loaded by name when it runs, so `ldd` does not show it: without it there are no notifications. */
const LOADED_LATER = ['libnotify.so.4']
const PACKAGE_OF_TOOL = { Xvfb: 'xvfb', 'dbus-daemon': 'dbus', git: 'git' }
export const E2E_TOOLS = Object.keys(PACKAGE_OF_TOOL)

/**
 * `tools`: names of programs that must be there too. → { packages, because } — empty lists: all is there.
 */
export function missingSystemPackages({ executable, tools = [] }) {
  if (!isLinux) return { packages: [], because: [] }
  const libraries = executable ? missingLibraries(executable) : []
  const absent = tools.filter((tool) => !findTool(tool))
  return {
    packages: [
      ...(libraries.length > 0 ? ELECTRON_PACKAGES : []),
      ...absent.map((tool) => PACKAGE_OF_TOOL[tool] ?? tool),
    ],
    because: [...libraries, ...absent],
  }
}

/** true: everything is there (now). false: the person has to act, and has been told how. */
export function ensureSystemPackages(needs, { purpose }) {
  const missing = missingSystemPackages(needs)
  if (missing.packages.length === 0) return true
  const apt = findOnPath('apt-get')
  const what = `${purpose} needs system packages that are not here (${missing.because.join(', ')}).`
  if (apt === null) {
    console.error(
      `${what}\nOn Debian they are called: ${missing.packages.join(' ')}. Install their equivalents and try again.`,
    )
    return false
  }
  const install = ['install', '--yes', '--no-install-recommends']
  if (!isRoot) {
    console.error(
      `${what} Install them with:\n  sudo apt-get update && sudo apt-get ${install.join(' ')} ` +
        `${missing.packages.join(' ')}`,
    )
    return false
  }
  console.error(`${what} Installing: ${missing.packages.join(' ')}`)
  const run = (args) =>
    spawnSync(apt, ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  run(['update']) // may fail for one of several sources; whether it mattered shows in the next step
  const installed = run([...install, ...missing.packages.map(nameOnThisRelease)])
  const still = missingSystemPackages(needs)
  if (still.packages.length === 0) return true
  console.error(`Still not here: ${still.because.join(', ')}.\n${installed.stderr?.trim() ?? ''}`)
  return false
}

function missingLibraries(executable) {
  const linked = spawnSync('ldd', [executable], { encoding: 'utf8' }).stdout ?? ''
  const known = spawnSync(findTool('ldconfig') ?? 'ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? ''
  const notLinked = new Set([...linked.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]))
  return [...notLinked, ...LOADED_LATER.filter((name) => known !== '' && !known.includes(name))]
}

/** Debian keeps some programs where a normal user's PATH does not look. */
function findTool(name) {
  return (
    findOnPath(name) ??
    ['/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ??
    null
  )
}

/** Newer releases renamed libraries to …t64 when they widened time_t. */
function nameOnThisRelease(name) {
  const isKnown = (candidate) =>
    /Candidate: (?!\(none\))/.test(
      spawnSync('apt-cache', ['policy', candidate], { encoding: 'utf8' }).stdout ?? '',
    )
  return !isKnown(name) && isKnown(`${name}t64`) ? `${name}t64` : name
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { resolveElectron } = await import('./electron-runtime.mjs')
  const electron = await resolveElectron().catch((error) => error)
  if (electron instanceof Error) console.error(electron.message)
  const there =
    !(electron instanceof Error) &&
    ensureSystemPackages(
      { executable: electron.executable, tools: E2E_TOOLS },
      { purpose: 'The end-to-end test' },
    )
  if (there) console.log('All system packages are here.')
  process.exit(there ? 0 : 1)
}
