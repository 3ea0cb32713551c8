import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { ListedText } from '../../shared/pollination/lines/life.ts'
import { placeOfTask, type PlaceLine } from '../../shared/playbook/edit/place-of-task.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'

interface PlaceProps {
  readonly id: ThreadId
  readonly name: string
  readonly tier: Tier
  readonly text: string
  readonly replaces: ListedText | null
}

/** Where a line would stand in the list as it is now, as a difference that follows what is typed. */
export function Place({ id, name, tier, text, replaces }: PlaceProps): ReactNode {
  const { api } = useBridge()
  const list = useQuery(api.doc.read.queryOptions({ input: { id }, staleTime: 0 }))
  if (list.isPending) return null
  if (list.isError) return <p className="ml-[156px] text-12 text-alert">{messageOf(list.error)}</p>
  // What is shown then is the template, into which nothing is written.
  if (!list.data.exists) return <p className="ml-[156px] text-12 text-alert">{COPY.noList(name)}</p>
  const place = placeOfTask(list.data.text, { tier, text, replaces })
  if (!place.ok) return <p className="ml-[156px] text-12 text-alert">{COPY.noPlace(place.error)}</p>
  return (
    <figure className="ml-[156px]">
      <figcaption className="sr-only">{COPY.placeIn(name)}</figcaption>
      <pre className="overflow-x-auto rounded-card border border-line py-1 font-mono text-12">
        {place.value.map((line, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place
          <Line key={i} line={line} />
        ))}
      </pre>
    </figure>
  )
}

function Line({ line: { sign, text } }: { line: PlaceLine }): ReactNode {
  const words = `${sign} ${text}`
  if (sign === '+') return <ins className="block bg-quiet-tint px-3 text-quiet no-underline">{words}</ins>
  if (sign === '-') return <del className="block bg-alert-tint px-3 text-alert no-underline">{words}</del>
  return <span className="block px-3 text-ink-3">{words}</span>
}
