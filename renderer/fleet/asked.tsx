import type { ReactNode } from 'react'
import { later, Opened } from '../client/later.tsx'
import { useAsking } from '../commands/asking.ts'
import { useUi } from '../client/ui-state.ts'
import { FLEET } from './copy.ts'
import { useSelection } from './selection.ts'

const BulkBar = later(async () => (await import('./bulk-bar.tsx')).BulkBar)
const BeatDialog = later(async () => (await import('./dialogs/beat-dialog.tsx')).BeatDialog)
const AskedTags = later(async () => (await import('../parts/tags-dialog.tsx')).AskedTags)

/** What stands below the rows or over them as soon as it is asked for. */
export function Asked(): ReactNode {
  const isAnyChosen = useSelection((s) => s.ids.size > 0)
  const clear = useSelection((s) => s.clear)
  const { tierOf, tagsOf, askTier, askTags } = useAsking()
  const answer = useUi((s) => [...s.answers.values()].at(-1))
  return (
    <>
      <p role="status" aria-label={FLEET.answers} className="sr-only">
        {answer?.whole}
      </p>
      <Opened part={BulkBar} isOpen={isAnyChosen} close={clear}>
        <BulkBar />
      </Opened>
      <Opened part={BeatDialog} isOpen={tierOf !== null} close={() => askTier(null)}>
        <BeatDialog />
      </Opened>
      <Opened part={AskedTags} isOpen={tagsOf !== null} close={() => askTags(null)}>
        <AskedTags />
      </Opened>
    </>
  )
}
