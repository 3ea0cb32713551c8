import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ThreadId } from '../../shared/base/ids.ts'
import { revealDeceptive } from '../../shared/base/hidden-text.ts'
import type { Verdict } from '../../shared/views/snapshot.ts'
import { FRAME } from './copy.ts'
import { useFleet, useThread } from '../client/live.ts'
import { PLACES } from '../client/navigation.ts'
import { PLACE_COMMANDS } from '../commands/app-commands.ts'

const WORDS = FRAME.title

/**
 * What the window's title says: how many threads need the person, and what is looked at. `thread`: whose
 * page this is, if any.
 */
export function titleOf(
  path: string,
  verdict: Pick<Verdict, 'needYou' | 'headline' | 'rest'>,
  thread: string | undefined,
): string {
  const pageName = (): string => {
    if (path.startsWith('/run/')) return WORDS.run
    const place = placeAt(path)
    const word = PLACE_COMMANDS.find((c) => c.id === `go.${place}`)?.title
    return place === 'today' || word === undefined ? `${verdict.headline} ${verdict.rest}`.trim() : word
  }
  return WORDS.of(verdict.needYou, thread ?? pageName())
}

const placeAt = (path: string): string | undefined =>
  Object.entries(PLACES).find(
    ([, at]) => at === path || (at === PLACES.settings && path.startsWith(`${at}/`)),
  )?.[0]

export function useTitle(): void {
  const [path] = useLocation()
  const verdict = useFleet((fleet) => fleet.verdict)
  const thread = useThread((/^\/thread\/([^/]+)/.exec(path)?.[1] ?? '') as ThreadId)?.name
  const title = titleOf(path, verdict, thread)
  useEffect(() => {
    document.title = revealDeceptive(title)
  }, [title])
}
