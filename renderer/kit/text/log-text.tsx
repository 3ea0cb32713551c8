import type { ReactNode } from 'react'
import { bytes } from './amounts.ts'
import { KIT } from '../copy.ts'

/** The line that stands for what was too much to keep. */
const GAP = /^… ([\d,]+) (bytes|characters) left out …$/

/** "1.4 MB" of a line that stands for a gap; null: a line like any other. */
export function gapOf(line: string): string | null {
  const [, amount = '', unit] = GAP.exec(line) ?? []
  const n = Number(amount.replaceAll(',', ''))
  if (unit === undefined) return null
  if (unit === 'bytes') return bytes(n)
  return `${n.toLocaleString('en-US')} characters`
}

/** A line of an output; a gap does not look like something that was printed. */
export function LogText({ line }: { line: string }): ReactNode {
  const gap = line.startsWith('… ') ? gapOf(line) : null
  if (gap === null) return <>{line === '' ? ' ' : line}</>
  return (
    <span className="hatched sticky left-0 inline-flex text-line">
      <span className="mx-3 bg-sunken px-2 font-sans text-11 font-medium text-ink-2">{KIT.gap(gap)}</span>
    </span>
  )
}
