import { useEffect, useState, type ReactNode } from 'react'
import { useBridge } from '../../client/bridge.ts'
import { FRAME } from '../copy.ts'
import { createAnnouncer, newsBetween, type News, type Said } from './announcements.ts'

/** Tells people who listen what others see change colour. Stands once in the frame. */
export function Announcements(): ReactNode {
  const { live } = useBridge()
  const [said, setSaid] = useState<(Said & { readonly nth: number }) | null>(null)
  useEffect(() => {
    const announcer = createAnnouncer()
    let before = live.getState().fleet === null ? null : live.getState().threads
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (news: readonly News[]): void => {
      const now = Date.now()
      const next = announcer.hear(news, now)
      if (next !== null) setSaid((last) => ({ ...next, nth: (last?.nth ?? 0) + 1 }))
      clearTimeout(timer)
      if (announcer.nextAt !== null) timer = setTimeout(() => hear([]), announcer.nextAt - now)
    }
    const stop = live.subscribe(({ threads }) => {
      const news = newsBetween(before, threads)
      before = threads
      if (news.length > 0) hear(news)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live])
  // A new element for each: the same sentence once more would change nothing, and what does not change is
  // not said.
  const words = said !== null && <span key={said.nth}>{said.text}</span>
  return (
    <>
      <p role="status" aria-label="News" className="sr-only">
        {said?.urgent === false && words}
      </p>
      <p role="alert" aria-label={FRAME.urgentNews} className="sr-only">
        {said?.urgent === true && words}
      </p>
    </>
  )
}
