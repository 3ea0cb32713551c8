import { FolderPlus, FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUi } from '../ui-state.ts'
import { Button } from './button.tsx'

/** No threads yet: what this is, in one picture and one sentence, and the way on. */
export function Welcome(): ReactNode {
  const openAdding = useUi((s) => s.openAdding)
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-8 py-10 text-center">
      <Picture />
      <h1 className="mt-6 text-20 font-semibold tracking-[-0.01em]">Add a repository and Threadbeat checks its pulse.</h1>
      <p className="mt-2 max-w-[62ch] text-13 text-ink-2">
        Each repository becomes a thread. Every few minutes its heartbeat works a short checklist in HEARTBEAT.md: quick checks each time, hourly and daily ones when
        they are due. You hear from it only when something needs you.
      </p>
      <div className="mt-5 flex gap-2">
        <Button look="primary" onClick={() => openAdding()}><FolderPlus size={15} /> Add repositories…</Button>
        <Button onClick={() => openAdding({ scan: true })}><FolderSearch size={15} /> Scan a folder…</Button>
      </div>
      <p className="mt-8 text-12 text-ink-3">
        Just looking? <code className="selectable rounded-[4px] bg-sunken px-1.5 py-0.5 font-mono text-12">npm start -- --demo</code> shows a fleet of pretend repositories.
      </p>
    </div>
  )
}

const BARS = [8, 8, 8, 8, 3, 8, 8, 8, 26, 8, 8, 8, 8, 8, 8, 3, 8, 8, 8, 8, 8, 8]

function Picture(): ReactNode {
  return (
    <div aria-hidden className="w-[440px] max-w-full rounded-card border border-line bg-surface px-5 py-4 text-left">
      <div className="flex items-center gap-3">
        <svg viewBox="0 0 16 16" width="16" height="16" className="text-quiet"><path d="m4 8.4 2.8 2.8L12 5.6" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" /></svg>
        <div className="flex-1">
          <div className="text-13 font-medium">your-repository</div>
          <div className="font-mono text-11 text-ink-3">quick · hourly · daily</div>
        </div>
        <svg width={BARS.length * 7} height="34" viewBox={`0 0 ${BARS.length * 7} 34`}>
          {BARS.map((h, i) => <rect key={i} x={i * 7} y={34 - h} width="5" height={h} rx="1" fill={h > 20 ? 'var(--alert-fill)' : 'var(--tick)'} stroke={h > 20 ? 'var(--alert-edge)' : 'none'} />)}
        </svg>
      </div>
      <div className="mt-3 flex justify-between border-t border-line pt-2 text-11 text-ink-3"><span>older beats</span><span>one tall bar: something to see</span><span>now</span></div>
    </div>
  )
}
