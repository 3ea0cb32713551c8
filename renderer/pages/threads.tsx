import { FolderPlus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { runnerName } from '../../shared/runner-presets.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { formatDuration } from '../../shared/time.ts'
import { plural } from '../../shared/words.ts'
import { Button } from '../components/button.tsx'
import { BypassChip } from '../components/bypass.tsx'
import { GitGlance } from '../components/git-glance.tsx'
import { StateGlyph } from '../components/glyph.tsx'
import { Card, Page } from '../components/parts.tsx'
import { Welcome } from '../components/welcome.tsx'
import { useLive } from '../live.ts'
import { navigate, threadPath } from '../navigation.ts'
import { shortPath } from '../shown-path.ts'
import { useUi } from '../ui-state.ts'

const COLUMNS = {
  number: { word: 'No.', compare: (a: ThreadView, b: ThreadView) => a.number - b.number },
  name: { word: 'Name', compare: (a: ThreadView, b: ThreadView) => a.name.localeCompare(b.name) },
  runner: { word: 'Runner', compare: (a: ThreadView, b: ThreadView) => runnerName(a.agent).localeCompare(runnerName(b.agent)) },
  pace: { word: 'Pace', compare: (a: ThreadView, b: ThreadView) => a.intervalMs - b.intervalMs },
} as const
type Column = keyof typeof COLUMNS

const GRID = 'grid items-center gap-3 grid-cols-[52px_28px_minmax(120px,1fr)_minmax(120px,1.6fr)_170px_110px_110px]'

/** How every thread is set up; Today is about how they are. */
export function ThreadsPage(): ReactNode {
  const threads = useLive((live) => live.threads)
  const openAdding = useUi((s) => s.openAdding)
  const [by, setBy] = useState<Column>('name')
  const rows = useMemo(() => [...threads.values()].sort(COLUMNS[by].compare), [threads, by])
  if (threads.size === 0) return <Welcome />
  const heading = (column: Column): ReactNode => (
    <span role="columnheader" aria-sort={by === column ? 'ascending' : 'none'}>
      <button type="button" className={`rounded-[3px] hover:text-ink ${by === column ? 'text-ink' : ''}`} onClick={() => setBy(column)}>{COLUMNS[column].word}</button>
    </span>
  )
  return (
    <Page title="Threads" sub={`${plural(threads.size, 'repository', 'repositories')}, each with its own schedule, runner and HEARTBEAT.md.`} actions={<Button look="primary" onClick={() => openAdding()}><FolderPlus size={15} /> Add repositories…</Button>}>
      <Card>
        <div role="table" aria-label="Threads">
          <div role="row" className={`${GRID} h-8 border-b border-line px-4 text-11 font-medium text-ink-3`}>
            {heading('number')}<span role="columnheader"><span className="sr-only">State</span></span>{heading('name')}<span role="columnheader">Folder</span>{heading('runner')}{heading('pace')}<span role="columnheader">Git</span>
          </div>
          {rows.map((t) => (
            <div key={t.id} role="row" className={`${GRID} relative h-10 border-b border-line px-4 text-13 [contain-intrinsic-height:40px] [content-visibility:auto] last:border-b-0 hover:bg-hover`}>
              <span role="cell" className="text-12 text-ink-3">{t.number}</span>
              <span role="cell"><StateGlyph state={t.state} /></span>
              <span role="cell" className="truncate font-medium">
                <a href={`#${threadPath(t.id)}`} className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent" onClick={(e) => { e.preventDefault(); navigate(threadPath(t.id)) }}>{t.name}</a>
              </span>
              <span role="cell" className="truncate font-mono text-12 text-ink-3" title={t.repoPath}>{shortPath(t.repoPath, 44)}</span>
              <span role="cell" className="flex min-w-0 items-center gap-1.5 text-ink-2"><span className="truncate">{runnerName(t.agent)}</span><BypassChip thread={t} /></span>
              <span role="cell" className="truncate text-ink-2">{!t.trusted ? 'not trusted' : t.intervalMs === 0 ? 'off' : t.pause !== null ? 'paused' : formatDuration(t.intervalMs)}{t.dailyAt !== null && ` · ${t.dailyAt}`}</span>
              <span role="cell" className="flex min-w-0"><GitGlance git={t.git} /></span>
            </div>
          ))}
        </div>
      </Card>
    </Page>
  )
}
