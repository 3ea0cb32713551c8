import { MARKER_VARIABLE } from '../../machine/process/marks.ts'

/**
 * The run in whose children this command stands, if it does: what comes from it never wakes its own thread.
 */
export function ownMarker(): { readonly marker?: string } {
  const marker = process.env[MARKER_VARIABLE]
  return marker !== undefined && marker.length <= 100 ? { marker } : {}
}
