import { Check, Copy } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { toast } from '../shown/toast.ts'
import { KIT } from '../copy.ts'
import { Button } from '../button.tsx'

const LONG = 150

/** A line to be typed elsewhere, and a button that puts it on the clipboard. */
export const CopyLine = ({ text, what }: { text: string; what: string }): ReactNode => (
  <div className="flex items-center gap-1 rounded-control border border-line bg-sunken pr-1 pl-2.5">
    {/* Some hundred characters and more are scrolled, so that the button stays in sight. */}
    <code
      tabIndex={text.length > LONG ? 0 : undefined}
      className="selectable my-1.5 max-h-20 min-w-0 flex-1 overflow-y-auto font-mono text-12 break-all text-ink"
    >
      {text}
    </code>
    <CopyButton text={text} what={what} />
  </div>
)

export function CopyButton({ text, what, word }: { text: string; what: string; word?: string }): ReactNode {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => toast.error(KIT.copy.failed),
    )
  const icon = done ? <Check size={14} className="text-quiet" /> : <Copy size={14} />
  return (
    <>
      <Button
        look={word === undefined ? 'ghost' : 'secondary'}
        size={word === undefined ? 'icon' : 's'}
        aria-label={word === undefined ? KIT.copy.what(what) : undefined}
        title={KIT.copy.what(what)}
        onClick={copy}
      >
        {icon}
        {word}
      </Button>
      <span role="status" className="sr-only">
        {done && 'Copied.'}
      </span>
    </>
  )
}
