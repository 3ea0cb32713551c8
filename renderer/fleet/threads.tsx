import { FolderPlus, Lightbulb, Maximize } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Page } from '../kit/parts.tsx'
import { Welcome } from '../first-run/welcome.tsx'
import { FLEET } from './copy.ts'
import { FleetTable } from './fleet-table.tsx'
import { useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'

/** Every thread, to find, order and change several at once; Today says how they are. */
export function ThreadsPage(): ReactNode {
  const count = useLive((live) => live.threads.size)
  const openAdding = useUi((s) => s.openAdding)
  if (count === 0) return <Welcome />
  return (
    <Page
      title="Threads"
      sub={FLEET.about}
      actions={
        <>
          <Button onClick={() => navigate(PLACES.pollination)}>
            <Lightbulb size={14} /> {FLEET.suggestions}
          </Button>
          <Button onClick={() => navigate(PLACES.wall)}>
            <Maximize size={14} /> {FLEET.wall.title}
          </Button>
          <Button look="primary" onClick={() => openAdding()}>
            <FolderPlus size={15} /> {FLEET.add}
          </Button>
        </>
      }
    >
      <FleetTable />
    </Page>
  )
}
