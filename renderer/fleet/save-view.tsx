import { Bookmark } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { toast } from 'sonner'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { FLEET } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { queryWords, writeQuery, type FleetQuery } from './query.ts'

const MOST_VIEWS = 8
const LONGEST_NAME = 40

/**
 * What is asked for now, under a name beside the places; where it is a view already, the way to be rid of
 * it.
 */
export function SaveView({ query }: { query: FleetQuery }): ReactNode {
  const { client } = useBridge()
  const views = useFleet((fleet) => fleet.settings.views)
  const [name, setName] = useState<string | null>(null) // null: the dialog is closed
  const text = writeQuery(query)
  if (text === '') return null
  const known = views.find((v) => v.query === text)
  if (known !== undefined) {
    const remove = (): void =>
      void attempt(
        client.settings.change({ views: views.filter((v) => v !== known) }),
        FLEET.views.removed(known.name),
      )
    return (
      <Button
        size="s"
        look="ghost"
        aria-label={FLEET.views.remove(known.name)}
        title={FLEET.views.remove(known.name)}
        onClick={remove}
      >
        <Bookmark size={13} className="fill-current" /> {known.name}
      </Button>
    )
  }
  const open = (): void => {
    if (views.length >= MOST_VIEWS) toast(FLEET.views.full)
    else setName(queryWords(query).slice(0, LONGEST_NAME))
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const called = name?.trim() ?? ''
    if (called === '') return
    // The same name again means the view is to show this from now on.
    void attempt(
      client.settings.change({
        views: [...views.filter((v) => v.name !== called), { name: called, query: text }],
      }),
      FLEET.views.saved(called),
    )
    setName(null)
  }
  return (
    <>
      <Button size="s" look="ghost" onClick={open}>
        <Bookmark size={13} /> {FLEET.views.save}
      </Button>
      <Dialog
        open={name !== null}
        onClose={() => setName(null)}
        title={FLEET.views.title}
        description={FLEET.views.help}
        width={420}
      >
        <form onSubmit={save} className="flex items-end gap-2">
          <label className="flex-1 text-12 text-ink-2">
            {FLEET.views.name}
            <input
              autoFocus
              value={name ?? ''}
              maxLength={LONGEST_NAME}
              onChange={(e) => setName(e.target.value)}
              className={`${inputClass} mt-1 w-full`}
            />
          </label>
          <Button type="submit" look="primary" disabled={(name ?? '').trim() === ''}>
            Save
          </Button>
        </form>
      </Dialog>
    </>
  )
}
