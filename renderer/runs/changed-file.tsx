import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { VersionInfo } from '../../shared/playbook/versions.ts'
import { useBridge } from '../client/bridge.ts'
import { Diff } from '../kit/text/diff.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { RUN } from './copy.ts'
import { lineDiff } from '../../shared/views/line-diff.ts'

const { changed } = RUN
/** Lines around a change that are shown with it. */
const CONTEXT = 2

/** Changed lines with a few around them; where some are left out stands one line of dots. */
export function hunksOf(diff: string): string {
  const lines = diff.split('\n')
  const keep = new Set<number>()
  for (const [i, line] of lines.entries())
    if (!line.startsWith('  '))
      for (let j = Math.max(0, i - CONTEXT); j <= Math.min(lines.length - 1, i + CONTEXT); j++) keep.add(j)
  const out: string[] = []
  let last = -1
  for (const i of [...keep].sort((a, b) => a - b)) {
    if (i > last + 1 && last !== -1) out.push('@ …')
    out.push(lines[i] ?? '')
    last = i
  }
  return out.join('\n')
}

/**
 * The lines of HEARTBEAT.md that this run wrote, by the versions that are kept. Times and ticks do not
 * count.
 */
export function ChangedFile({ run }: { run: RunDetail }): ReactNode {
  const { api } = useBridge()
  const versions = useQuery(api.doc.versions.queryOptions({ input: { id: run.threadId } }))
  const own = versions.data?.versions.filter((v) => v.runId === run.id) ?? []
  if (own.length === 0) return null
  return (
    <section aria-labelledby="changed-title">
      <SectionTitle
        id="changed-title"
        count={
          `${changed.added(own.reduce((n, v) => n + v.added, 0))} ` +
          `${changed.removed(own.reduce((n, v) => n + v.removed, 0))}`
        }
      >
        {changed.title}
      </SectionTitle>
      <div className="flex flex-col gap-2">
        {own.map((v) => (
          <OneChange key={v.id} version={v} />
        ))}
      </div>
    </section>
  )
}

function OneChange({ version }: { version: VersionInfo }): ReactNode {
  const { api } = useBridge()
  const { data } = useQuery(
    api.doc.version.queryOptions({ input: { id: version.threadId, version: version.id } }),
  )
  if (data === undefined) return null
  const diff = hunksOf(lineDiff(data.before, data.text))
  return diff === '' ? (
    <p className="text-12 text-ink-3">{changed.nothing}</p>
  ) : (
    <Diff text={diff} label={changed.title} />
  )
}
