import { Bookmark } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useBridge } from '../../client/bridge.ts'
import { later, Opened } from '../../client/later.tsx'
import { useFleet } from '../../client/live.ts'
import { notify, useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { FLEET } from '../copy.ts'
import { LONGEST_VIEW_NAME, queryWords, writeQuery, type FleetQuery } from '../query/query.ts'

const NameView = later(async () => (await import('./name-view.tsx')).NameView)

const MOST_VIEWS = 8

type View = Settings['views'][number]

/**
 * What is asked for now, under a name beside the places; where it is a view already, the way to be rid of
 * it.
 */
export function SaveView({ query }: { query: FleetQuery }): ReactNode {
  const views = useFleet((fleet) => fleet.settings.views)
  const text = writeQuery(query)
  if (text === '') return null
  const view = views.find((v) => v.query === text)
  return view === undefined ? (
    <Save views={views} query={query} />
  ) : (
    <Remove view={view} others={views.filter((v) => v !== view)} />
  )
}

function Remove({ view, others }: { view: View; others: readonly View[] }): ReactNode {
  const { api } = useBridge()
  const change = useWrite(api.settings.change, { done: FLEET.views.removed(view.name) })
  return (
    <Button
      size="s"
      look="ghost"
      aria-label={FLEET.views.remove(view.name)}
      title={FLEET.views.remove(view.name)}
      onClick={() => change.mutate({ views: [...others] })}
    >
      <Bookmark size={13} className="fill-current" /> {view.name}
    </Button>
  )
}

function Save({ views, query }: { views: readonly View[]; query: FleetQuery }): ReactNode {
  const { api } = useBridge()
  const change = useWrite(api.settings.change, {
    done: (_, { views: saved }) => FLEET.views.saved(saved?.at(-1)?.name ?? ''),
  })
  const [name, setName] = useState<string | null>(null) // null: the dialog is closed
  const open = (): void => {
    if (views.length >= MOST_VIEWS) notify(FLEET.views.full)
    else setName(queryWords(query).slice(0, LONGEST_VIEW_NAME))
  }
  const close = (): void => setName(null)
  const save = (called: string): void => {
    // The same name again means the view is to show this from now on.
    const others = views.filter((v) => v.name !== called)
    change.mutate({ views: [...others, { name: called, query: writeQuery(query) }] })
    close()
  }
  return (
    <>
      <Button size="s" look="ghost" onClick={open}>
        <Bookmark size={13} /> {FLEET.views.save}
      </Button>
      <Opened part={NameView} isOpen={name !== null} close={close}>
        <NameView name={name} onName={setName} onSave={save} onClose={close} />
      </Opened>
    </>
  )
}
