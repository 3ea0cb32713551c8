import { TABLE } from '../checks/layers.ts'
import { ROOMS } from '../checks/rooms.ts'

/** Floors of the picture, and which rows of the layer table stand on each. */
const FLOORS = ['shared', 'engine', 'store', 'machine', 'host', 'cli', 'desktop', 'renderer'] as const
type Floor = (typeof FLOORS)[number]

/** The folder that a row's pattern begins with says its floor. */
function floorOf(layer: string): Floor {
  const row = TABLE.find((candidate) => candidate.layer === layer)
  const pattern = row?.files.source.replaceAll('\\', '') ?? ''
  const floor = FLOORS.find((name) => new RegExp(`^\\^(electron/)?${name}/`).test(pattern))
  if (floor === undefined) throw new Error(`The layer ${layer} stands on no floor: ${pattern}`)
  return floor
}

/** Which floor imports which: wholly, or only types. Everybody imports shared, which is left out. */
function arrows(): ReadonlyMap<string, 'all' | 'types'> {
  const found = new Map<string, 'all' | 'types'>()
  for (const row of TABLE) {
    const from = floorOf(row.layer)
    for (const [layers, kind] of [
      [row.imports, 'all'],
      [row.types ?? [], 'types'],
    ] as const)
      for (const to of layers.map(floorOf)) {
        const arrow = `${from} ${to}`
        if (to !== 'shared' && to !== from && found.get(arrow) !== 'all') found.set(arrow, kind)
      }
  }
  return found
}

/** The picture of ARCHITECTURE.md, in the language of Mermaid. */
export const floorsPicture = (): string =>
  [
    '```mermaid',
    'flowchart TD',
    ...[...arrows()].map(
      ([arrow, kind]) => `  ${arrow.replace(' ', kind === 'all' ? ' --> ' : ' -. types .-> ')}`,
    ),
    '  renderer -. "contract, over a message port" .-> desktop',
    '  cli -. "contract, over a socket" .-> host',
    '```',
  ].join('\n')

/** The order of the rooms, for each floor that has one. */
export const roomsList = (): string =>
  Object.entries(ROOMS)
    .map(([floor, rooms]) => `- \`${floor}/\`: ${rooms.join(' → ')}`)
    .join('\n')
