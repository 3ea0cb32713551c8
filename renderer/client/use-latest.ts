import { useLayoutEffect, useRef, useState } from 'react'

interface Sent<T> {
  readonly value: T
  /** What the window had heard when the last answer came, as text. */
  readonly heard: string
  readonly unanswered: number
}

/**
 * A value that is always changed as a whole: what was sent last, until the window hears of what came of it.
 * An edit that is made on what was heard alone takes back the one before it when it comes soon after.
 * `heard`: a JSON value; a whole snapshot that was on its way repeats the old one and is no news.
 * `send`: whether it went well; if not, what was heard stands again.
 */
export function useLatest<T>(
  heard: T,
  send: (value: T) => Promise<boolean>,
): readonly [value: T, change: (value: T) => Promise<boolean>] {
  const [sent, setSent] = useState<Sent<T> | null>(null)
  const heardText = JSON.stringify(heard)
  const lastHeard = useRef(heardText)
  useLayoutEffect(() => void (lastHeard.current = heardText))
  if (sent?.unanswered === 0 && sent.heard !== heardText) setSent(null)
  const change = async (value: T): Promise<boolean> => {
    setSent((s) => ({ value, heard: heardText, unanswered: (s?.unanswered ?? 0) + 1 }))
    const isTaken = await send(value)
    setSent((s) => {
      if (s === null) return null
      const unanswered = s.unanswered - 1
      return !isTaken && unanswered === 0 ? null : { ...s, heard: lastHeard.current, unanswered }
    })
    return isTaken
  }
  return [sent === null ? heard : sent.value, change]
}
