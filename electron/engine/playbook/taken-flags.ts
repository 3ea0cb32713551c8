import type { ThreadId } from '../../../shared/base/ids.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { VersionInfo } from '../../../shared/playbook/versions.ts'
import { TAKEN_KEY } from '../../../shared/runs/judge/alert-key.ts'
import { flagKey, flagTexts } from '../../../shared/runs/judge/standing.ts'
import { capped, type RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { Store } from '../ports/store.ts'

/** How many versions are looked through for the one that brought a flag. */
const LOOKED_THROUGH = 60

/**
 * What an agent's run takes from Urgent Flags is over, as for anybody; the person hears of what no run had
 * written: else text that misleads an agent could clear what a person is to see. `gone`: keys of flags that went
 * with the newest version. null: nothing to tell.
 */
export function takenFlags(
  id: ThreadId,
  gone: readonly string[],
  { versions }: Pick<Store, 'versions'>,
): RaisedAlert | null {
  const [newest, ...older] = gone.length === 0 ? [] : versions.list(id, LOOKED_THROUGH)
  if (newest?.author !== 'run') return null
  const foreign = writersOf(id, gone, older, versions).flatMap((flag) => (flag.isOfRun ? [] : flag.text))
  if (foreign.length === 0) return null
  const what =
    foreign.length === 1
      ? 'An urgent flag that no agent wrote was'
      : `${foreign.length} urgent flags that no agent wrote were`
  return {
    key: TAKEN_KEY,
    severity: 'notice',
    text: capped(`${what} removed while the agent worked: ${foreign.join('; ')}`),
    foldedBy: 'unanswered cause',
  }
}

/** Who brought each of these flags, from the newest version in which it stood. */
function writersOf(
  id: ThreadId,
  keys: readonly string[],
  older: readonly VersionInfo[],
  versions: Store['versions'],
): readonly { readonly text: string; readonly isOfRun: boolean }[] {
  const writers = new Map<string, { readonly text: string; readonly isOfRun: boolean }>()
  let open = keys
  for (const { id: version, author } of older) {
    if (open.length === 0) break
    const doc = parse(versions.text(id, version)?.text ?? '')
    const texts = new Map(flagTexts(doc).map((text) => [flagKey(text), text]))
    // Where it did not stand, an older one of the same words is another.
    open = open.filter((key) => texts.has(key))
    for (const key of open) writers.set(key, { text: texts.get(key)!, isOfRun: author === 'run' })
  }
  return [...writers.values()]
}
