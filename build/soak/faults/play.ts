import { playBoard, type Kind, type Row } from '../../../electron/cli/drill/board.ts'
import type { Command } from '../../../electron/cli/drill/command.ts'
import { newFolder, openLane } from '../../../electron/cli/drill/lane.ts'
import { commandUnderTest } from '../../../electron/cli/testing/command.ts'

interface Played {
  readonly seed: number
  readonly lanes: number
  /** Of kinds with many injections only one. */
  readonly isShare: boolean
  readonly onRow?: (row: Row) => void
}

/** The kinds over the real command, bundled now; everything it leaves is removed. */
export async function playFaults(
  kinds: readonly Kind[],
  { seed, lanes: count, isShare, onRow }: Played,
): Promise<readonly Row[]> {
  const bundled = commandUnderTest('tb')
  const command: Command = {
    root: bundled.root,
    start: (args, under) => bundled.start(args, undefined, under),
  }
  try {
    await bundled.bundled()
    const lanes = Array.from({ length: count }, () => openLane(command))
    const rows = await playBoard({ kinds, seed, isShare, folder: newFolder(command.root), lanes, onRow })
    await Promise.all(lanes.map((lane) => lane.anew()))
    return rows
  } finally {
    bundled.gone()
  }
}
