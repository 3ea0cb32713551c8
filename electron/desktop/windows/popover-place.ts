import type { Area } from './window-state.ts'

const POPOVER_SIZE = { width: 380, height: 560 }
const GAP = 8

interface PlaceFacts {
  /** Of the icon on the screen; without a width: unknown, as always on Linux. */
  readonly icon: Area
  /** The whole screen, and what panels leave of it. */
  readonly screen: Area
  readonly work: Area
  readonly zoomPercent: number
}

/**
 * Beside the icon, at the panel it lies in; in the corner where panels put their icons when it is not known
 * where it lies. Always whole on the screen.
 */
export function placePopover({ icon, screen, work, zoomPercent }: PlaceFacts): Area {
  const width = Math.min(Math.round((POPOVER_SIZE.width * zoomPercent) / 100), work.width - 2 * GAP)
  const height = Math.min(Math.round((POPOVER_SIZE.height * zoomPercent) / 100), work.height - 2 * GAP)
  const [left, top, right, bottom] = [
    work.x + GAP,
    work.y + GAP,
    work.x + work.width - width - GAP,
    work.y + work.height - height - GAP,
  ]
  const within = (at: number, least: number, most: number): number =>
    Math.round(Math.min(Math.max(at, least), most))
  if (icon.width === 0 || icon.height === 0)
    return { x: right, y: work.y > screen.y ? top : bottom, width, height }
  const middle = { x: icon.x + icon.width / 2, y: icon.y + icon.height / 2 }
  // An icon outside of what panels leave tells on which side its panel is; one of a hidden panel lies
  // inside, near its edge.
  const isBeside = middle.x < work.x || middle.x > work.x + work.width
  if (isBeside) {
    const x = middle.x < work.x ? left : right
    return { x, y: within(middle.y - height / 2, top, bottom), width, height }
  }
  const y = middle.y < screen.y + screen.height / 2 ? top : bottom
  return { x: within(middle.x - width / 2, left, right), y, width, height }
}
