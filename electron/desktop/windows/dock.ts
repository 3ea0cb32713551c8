/** The Dock of macOS, as Electron offers it. */
interface Dock {
  show(): unknown
  hide(): void
}

/**
 * The app starts without a tile in the Dock. Returns what shows or hides it as it is wanted by now; `dock`:
 * absent where there is none.
 */
export function createDock(dock: Dock | undefined, isWanted: () => boolean): () => void {
  let isShown: boolean | null = null // null: as the system started it
  return () => {
    const wanted = isWanted()
    if (dock === undefined || wanted === isShown) return
    isShown = wanted
    if (wanted) void dock.show()
    else dock.hide()
  }
}
