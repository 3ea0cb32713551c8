/** What this machine is: questions that several tools of the build ask. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const isRoot = process.getuid?.() === 0
export const isLinux = process.platform === 'linux'

/** Outside the checkout, so that a clean clone does not fetch what the last one already fetched. */
export const cacheRoot = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'threadbeat')

export const hasDisplay = () => !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

export function findOnPath(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, name)
    try {
      accessSync(candidate, constants.X_OK)
      return candidate
    } catch {
      // not here
    }
  }
  return null
}

/** The arguments Chromium needs here, and why in one line (null: nothing to say). */
export function sandboxArguments(electron) {
  if (!isLinux) return { args: [], because: null }
  if (isRoot) return { args: ['--no-sandbox'], because: 'running as root, where Chromium has no sandbox' }
  const helper = path.join(electron.distPath, 'chrome-sandbox')
  const helperWorks =
    spawnSync('find', [helper, '-uid', '0', '-perm', '-4000'], { encoding: 'utf8' }).stdout?.trim() === helper
  if (helperWorks || spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0)
    return { args: [], because: null }
  return {
    args: ['--no-sandbox'],
    because:
      'this system gives normal users no namespaces, so Chromium runs without its sandbox; to have it: ' +
      `sudo chown root ${helper} && sudo chmod 4755 ${helper}`,
  }
}

export const dependenciesInstalled = () =>
  existsSync(path.join(root, 'node_modules', 'esbuild', 'package.json'))
