import { useEffect, useState, type ReactNode } from 'react'
import { useBridge } from '../bridge.ts'
import { FRAME } from '../copy/frame.ts'
import { createAnnouncer, newsBetween, type News, type Said } from './announcements.ts'

/** Tells people who listen what others see change colour. Stands once in the frame. */
export function Announcements(): ReactNode {
  const { live } = useBridge()
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    const announcer = createAnnouncer()
    let before = live.getState().fleet === null ? null : live.getState().threads
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (news: readonly News[]): void => {
      const now = Date.now()
      const next = announcer.hear(news, now)
      if (next !== null) setSaid(next)
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
  return (
    <>
      <p role="status" aria-label="News" className="sr-only">{said?.urgent === false && said.text}</p>
      <p role="alert" aria-label={FRAME.urgentNews} className="sr-only">{said?.urgent === true && said.text}</p>
    </>
  )
}
