import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { CONFIG_NAMES } from '../../../../shared/threads/heartbeat-json.ts'
import type { Outline } from '../../../engine/ports/repositories.ts'
import { locateRepository, type GitLocation } from '../git-location.ts'
import { entriesOf } from './folder-entries.ts'
import { isSettled, sightingOf, type Sighting } from './sighting.ts'
import { OPERATION_NAMES } from './working-state.ts'

/** Of the git folder of this working copy. */
const OWN_NAMES = ['HEAD', 'logs/HEAD', 'FETCH_HEAD', 'config.worktree', 'reftable/tables.list']
/** Of the one that all working copies have in common. */
const COMMON_NAMES = ['packed-refs', 'config', 'reftable/tables.list']
const FILES = ['HEARTBEAT.md', ...CONFIG_NAMES]
const REF_FOLDERS = ['refs/heads', 'refs/remotes']

/** With more refs than these that are not packed, looking is cheaper. */
const REFS_AT_MOST = 1000

/**
 * Reads names and times only. Nobody can vouch for what changed a moment ago, nor where there is too much, or nothing,
 * to be seen. Contract: never rejects.
 */
export async function outline(repoPath: string): Promise<Outline> {
  const nowMs = Date.now() // before anything was seen
  const located = await locateRepository(repoPath)
  if (!located.ok) return { git: null, files: null }
  const settledPrint = async (looking: Promise<readonly Sighting[] | null>): Promise<string | null> => {
    const seen = await looking.catch(() => null)
    return seen?.every((sighting) => isSettled(sighting, nowMs)) === true ? printOf(seen) : null
  }
  const [git, files] = await Promise.all([
    settledPrint(gitSightings(located.value)),
    settledPrint(fileSightings(located.value)),
  ])
  return { git, files }
}

export const printOf = (seen: readonly Sighting[]): string =>
  createHash('sha256')
    .update(seen.map(({ print }) => print).join('\n'))
    .digest('hex')

export const fileSightings = ({ path }: GitLocation): Promise<readonly Sighting[]> =>
  Promise.all(FILES.map((name) => sightingOf(join(path, name))))

/** null: too many refs. Throws what the system says. */
export async function gitSightings(location: GitLocation): Promise<readonly Sighting[] | null> {
  const { path, gitDir, commonDir } = location
  const place = { print: JSON.stringify([path, gitDir, commonDir]), changedAtMs: 0 }
  const paths = [
    ...[...OWN_NAMES, ...OPERATION_NAMES].map((name) => join(gitDir, name)),
    ...COMMON_NAMES.map((name) => join(commonDir, name)),
  ]
  const files = await Promise.all(paths.map(sightingOf))
  const refs = await refSightings(location)
  return refs === null ? null : [place, ...files, ...refs]
}

async function refSightings({ commonDir }: GitLocation): Promise<readonly Sighting[] | null> {
  const found: Sighting[] = []
  const folders = [...REF_FOLDERS]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const at = join(commonDir, folder)
    const { print, changedAtMs } = await sightingOf(at)
    found.push({ print: `${folder} ${print}`, changedAtMs })
    const entries = await entriesOf(at, REFS_AT_MOST - found.length - folders.length)
    if (entries === null) return null
    for (const entry of entries)
      if (entry.isDirectory()) folders.push(`${folder}/${entry.name}`)
      else found.push(await sightingOf(join(at, entry.name)))
  }
  return found
}
