import { commandUnderTest } from '../../../electron/cli/testing/command.ts'
import { playBoard, type Kind, type Row } from './board.ts'
import { newFolder, openLane } from './lane.ts'

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
  const command = commandUnderTest('tb')
  try {
    await command.bundled()
    const lanes = Array.from({ length: count }, () => openLane(command))
    const rows = await playBoard({ kinds, seed, isShare, folder: newFolder(command.root), lanes, onRow })
    await Promise.all(lanes.map((lane) => lane.anew()))
    return rows
  } finally {
    command.gone()
  }
}
