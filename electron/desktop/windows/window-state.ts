import { writeWholeFile } from '../../machine/disk/whole-file.ts'
import { readOwnTextSync } from '../../machine/disk/regular-file.ts'

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface WindowState {
  readonly area: Area | null // null: wherever the desktop puts it
  readonly maximised: boolean
}

const DEFAULT_SIZE = { width: 1180, height: 760 }
export const LEAST_SIZE = { width: 880, height: 560 }
/** So much of the window must be on a screen for its title bar to be caught with the pointer. */
const VISIBLE = { width: 160, height: 40 }

/**
 * Where the window goes: as it was left, smaller if its screen shrank, and back on the first screen if its
 * own is gone. `screens`: the work areas, the primary one first.
 */
export function placeWindow(
  saved: WindowState | null,
  screens: readonly Area[],
): { readonly size: { width: number; height: number }; readonly at: { x: number; y: number } | null } {
  const area = saved?.area ?? null
  if (area === null) return { size: fitted(DEFAULT_SIZE, screens[0]), at: null }
  const screen = screens.find(
    (s) =>
      overlap(area.x, area.width, s.x, s.width) >= VISIBLE.width &&
      overlap(area.y, VISIBLE.height, s.y, s.height) >= VISIBLE.height,
  )
  if (screen === undefined) return { size: fitted(area, screens[0]), at: null }
  const size = fitted(area, screen)
  return {
    size,
    at: {
      x: within(area.x, size.width, screen.x, screen.width),
      y: within(area.y, size.height, screen.y, screen.height),
    },
  }
}

const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.min(a + aLength, b + bLength) - Math.max(a, b)
/** Kept where it is unless it is larger than what is left of the screen. */
const within = (at: number, length: number, from: number, room: number): number =>
  length >= room ? from : Math.min(Math.max(at, from - length + VISIBLE.width), from + room - VISIBLE.width)

function fitted(
  size: { width: number; height: number },
  screen: Area | undefined,
): { width: number; height: number } {
  const fit = (wanted: number, least: number, room: number | undefined): number =>
    Math.max(Math.min(wanted, room ?? wanted), least)
  return {
    width: fit(size.width, LEAST_SIZE.width, screen?.width),
    height: fit(size.height, LEAST_SIZE.height, screen?.height),
  }
}

/** null: never saved, or unreadable. */
export function readWindowState(file: string): WindowState | null {
  try {
    const { area, maximised } = JSON.parse(readOwnTextSync(file)) as {
      area?: Partial<Area> | null
      maximised?: unknown
    }
    const numbers = [area?.x, area?.y, area?.width, area?.height]
    const whole = numbers.every((n) => typeof n === 'number' && Number.isInteger(n) && Math.abs(n) < 100_000)
    return { area: whole ? (area as Area) : null, maximised: maximised === true }
  } catch {
    return null
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeWholeFile(file, JSON.stringify(state))
  } catch {
    // a full disk must not keep a window from closing; it opens in its default place then
  }
}
