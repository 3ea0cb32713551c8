import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Attachment } from '../../../shared/runs/run.ts'
import { revealFolder } from '../../commands/actions/threads.tsx'
import { bytes } from '../../kit/text/amounts.ts'
import { useBridge } from '../../client/bridge.ts'
import { RUN } from '../copy.ts'
import { Button } from '../../kit/button.tsx'

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Files that an agent named: pictures are shown, the rest is named. */
export function Attachments({
  runId,
  threadId,
  files,
}: {
  runId: RunId
  threadId: ThreadId
  files: readonly Attachment[]
}): ReactNode {
  const app = useBridge()
  if (files.length === 0) return null
  return (
    <ul aria-label="Attachments" className="flex flex-wrap items-start gap-3">
      {files.map((file, index) => (
        <li
          key={file.path}
          className="card flex max-w-full flex-col overflow-hidden rounded-control border border-line bg-surface"
        >
          {PICTURES.includes(file.mime) && <Picture runId={runId} index={index} name={file.name} />}
          <span className="flex items-center gap-2 py-1 pr-1 pl-2.5 text-12">
            <FileText size={14} className="shrink-0 text-ink-3" />
            <span className="selectable max-w-56 truncate" title={file.path}>
              {file.name}
            </span>
            <span className="text-ink-3">{bytes(file.bytes)}</span>
            <Button
              size="s"
              look="ghost"
              aria-label={RUN.files.openOf(file.name)}
              onClick={() => revealFolder(app, threadId)}
            >
              {RUN.files.open}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Picture({ runId, index, name }: { runId: RunId; index: number; name: string }): ReactNode {
  const { api } = useBridge()
  const picture = useQuery(
    api.runs.attachment.queryOptions({ input: { id: runId, index }, staleTime: Infinity }),
  )
  if (picture.isError) return <p className="px-3 py-4 text-12 text-ink-3">{RUN.files.gone}</p>
  if (picture.data === undefined || !PICTURES.includes(picture.data.mime))
    return <div className="skeleton h-32 w-56" />
  return (
    <img
      alt={name}
      src={`data:${picture.data.mime};base64,${picture.data.base64}`}
      className="block max-h-64 w-full max-w-100 border-b border-line bg-sunken object-contain"
    />
  )
}
