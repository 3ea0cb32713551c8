import type { ThreadId } from '../../../shared/base/ids.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { flagKey, flagTexts } from '../../../shared/runs/judge/standing.ts'
import { capped, type RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { Store } from '../ports/store.ts'

/** How many versions are looked through for the one that brought a flag. */
const LOOKED_THROUGH = 60

/**
 * What an agent's run takes from Urgent Flags is over, as for anybody; the person hears of it where no run had
 * written it: else text that misleads an agent could clear what a person is to see. `gone`: keys of flags that
 * went with the newest version.
 */
export function takenFlags(
  id: ThreadId,
  gone: readonly string[],
  { versions }: Pick<Store, 'versions'>,
): readonly RaisedAlert[] {
  const [newest, ...older] = gone.length === 0 ? [] : versions.list(id, LOOKED_THROUGH)
  if (newest?.author !== 'run') return []
  const writers = new Map<string, { readonly text: string; readonly isOfRun: boolean }>()
  const open = new Set(gone)
  for (const { id: version, author } of older) {
    if (open.size === 0) break
    const doc = parse(versions.text(id, version)?.text ?? '')
    const texts = new Map(flagTexts(doc).map((text) => [flagKey(text), text]))
    for (const key of open) {
      const text = texts.get(key)
      // Before it stood there, somebody else's older flag of the same words is another one.
      if (text === undefined) open.delete(key)
      else writers.set(key, { text, isOfRun: author === 'run' })
    }
  }
  return [...writers].flatMap(([key, { text, isOfRun }]) =>
    isOfRun
      ? []
      : [
          {
            key: `taken-${key}`,
            severity: 'notice',
            text: capped(`An urgent flag that no agent wrote was removed while the agent worked: ${text}`),
          } as const,
        ],
  )
}
