/** Zoom of the window in per cent: bounds and step of the setting. */
export const ZOOM = { least: 80, most: 200, step: 10, usual: 100 } as const

/** By so many per cent, within the bounds; null: back to the usual size. */
export const zoomed = (percent: number, by: number | null): number =>
  by === null ? ZOOM.usual : Math.min(ZOOM.most, Math.max(ZOOM.least, percent + by))
