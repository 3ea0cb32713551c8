import { statSync } from 'node:fs'
import path from 'node:path'
import { readOwnTextSync } from '../../machine/disk/regular-file.ts'
import { socketPaths } from '../../machine/session/dbus.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What one login of a person on Linux is told apart by: the start of the system, the session bus and the displays.
 * Chromium ends as by a crash when one of them goes, as at each logout. '' on other systems, which end a program in
 * order.
 */
export function sessionMark(env: Environment = process.env, platform = process.platform): string {
  if (platform !== 'linux') return ''
  const { XDG_RUNTIME_DIR: runtime = '', WAYLAND_DISPLAY: wayland } = env
  const bus = env['DBUS_SESSION_BUS_ADDRESS'] ?? `unix:path=${runtime}/bus`
  const screen = /^:(\d+)/.exec(env['DISPLAY'] ?? '')?.[1]
  return [
    bootOf(),
    bus,
    ...socketPaths(bus).map(madeAt),
    screen === undefined ? '' : madeAt(`/tmp/.X11-unix/X${screen}`),
    wayland === undefined ? '' : madeAt(path.resolve(runtime, wayland)),
  ].join(' ')
}

function bootOf(): string {
  try {
    return readOwnTextSync('/proc/sys/kernel/random/boot_id').trim()
  } catch {
    return ''
  }
}

/** A socket that was made anew is another one, of the same name. */
function madeAt(file: string): string {
  try {
    const { ino, ctimeMs } = statSync(file)
    return `${ino}@${Math.trunc(ctimeMs)}`
  } catch {
    return ''
  }
}
