import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { restoredText, type VersionInfo } from '../../../shared/playbook/versions.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Diff } from '../../kit/text/diff.tsx'
import { Empty, Skeleton } from '../../kit/parts.tsx'
import { AUTHOR_WORD, VERSIONS } from '../copy.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { fullTime, tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { lineDiff } from '../../../shared/views/line-diff.ts'
import { shownText } from '../source/line-endings.ts'

/** Every kept text with its author and what it changed; one of them can be had back. */
export function Versions({
  thread,
  current,
  beforeRestore,
  onClose,
}: {
  thread: ThreadView
  current: string
  beforeRestore: () => Promise<void>
  onClose: () => void
}): ReactNode {
  const { api, client, queries } = useBridge()
  const list = useQuery(api.doc.versions.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  const [chosen, setChosen] = useState<number | null>(null)
  const versions = list.data?.versions ?? []
  const shown = versions.find((v) => v.id === chosen) ?? versions[0]
  const restore = async (version: VersionInfo): Promise<void> => {
    // What is being typed becomes a version first.
    await beforeRestore()
    if (
      (await attempt(client.doc.restore({ id: thread.id, version: version.id }), VERSIONS.restored)) === null
    )
      return
    await queries.invalidateQueries({ queryKey: api.doc.key() })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={1040}
      title={VERSIONS.title(thread.name)}
      description={VERSIONS.about(list.data?.limit ?? 200)}
      footer={<Buttons shown={shown} onRestore={(version) => void restore(version)} />}
    >
      {list.isError && <Empty title={VERSIONS.failed} text={messageOf(list.error)} />}
      {list.isPending && <Skeleton rows={6} height={40} />}
      {list.isSuccess && shown === undefined && <Empty title={VERSIONS.none} />}
      {list.isSuccess && shown !== undefined && (
        <div className="grid grid-cols-[minmax(220px,280px)_minmax(0,1fr)] gap-4 max-[820px]:grid-cols-1">
          <VersionList versions={versions} shown={shown.id} onChoose={setChosen} />
          <VersionText thread={thread} version={shown} current={current} />
        </div>
      )}
    </Dialog>
  )
}

function Buttons({
  shown,
  onRestore,
}: {
  shown: VersionInfo | undefined
  onRestore: (version: VersionInfo) => void
}): ReactNode {
  return (
    <>
      <span className="mr-auto text-12 text-ink-3">{VERSIONS.restoreHint}</span>
      {shown?.runId != null && (
        <Button onClick={() => shown.runId !== null && navigate(runPath(shown.runId))}>
          {VERSIONS.openRun}
        </Button>
      )}
      <Button
        look="primary"
        disabled={shown === undefined}
        onClick={() => shown !== undefined && onRestore(shown)}
      >
        {VERSIONS.restore}
      </Button>
    </>
  )
}

function VersionList({
  versions,
  shown,
  onChoose,
}: {
  versions: readonly VersionInfo[]
  shown: VersionInfo['id']
  onChoose: (id: VersionInfo['id']) => void
}): ReactNode {
  const now = useMinute()
  return (
    <ul aria-label="Versions" className="max-h-[56vh] overflow-y-auto rounded-control border border-line">
      {versions.map((v) => (
        <li key={v.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            aria-current={v.id === shown}
            onClick={() => onChoose(v.id)}
            className={
              'flex w-full flex-col px-3 py-2 text-left text-12 focus-visible:-outline-offset-2 ' +
              `${v.id === shown ? 'bg-accent-tint' : 'hover:bg-hover'}`
            }
          >
            <span className="flex w-full justify-between gap-2 text-13">
              <span className="font-medium">{AUTHOR_WORD[v.author]}</span>
              <span className="text-ink-3 tabular-nums" title={titleTime(v.at)}>
                {tableTime(v.at, now)}
              </span>
            </span>
            <span className="text-ink-3">
              {[VERSIONS.wordsOf(v.added, v.removed), `${(v.chars / 1000).toFixed(1)} kB`]
                .filter((w) => w !== '')
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function VersionText({
  thread,
  version,
  current,
}: {
  thread: ThreadView
  version: VersionInfo
  current: string
}): ReactNode {
  const { api } = useBridge()
  const [against, setAgainst] = useState<'before' | 'now'>('before')
  const found = useQuery(
    api.doc.version.queryOptions({ input: { id: thread.id, version: version.id }, staleTime: Infinity }),
  )
  if (found.isError) return <Empty title={VERSIONS.oneFailed} text={messageOf(found.error)} />
  if (found.data === undefined) return <Skeleton rows={8} height={24} />
  const { before, text } = found.data
  return (
    <div className="min-w-0">
      <div className="mb-2 flex items-center gap-2 text-12">
        <Button
          size="s"
          aria-pressed={against === 'before'}
          look={against === 'before' ? 'secondary' : 'ghost'}
          onClick={() => setAgainst('before')}
        >
          {VERSIONS.whatItChanged}
        </Button>
        <Button
          size="s"
          aria-pressed={against === 'now'}
          look={against === 'now' ? 'secondary' : 'ghost'}
          onClick={() => setAgainst('now')}
        >
          {VERSIONS.againstNow}
        </Button>
        <span className="text-ink-3">{before === null && against === 'before' && VERSIONS.first}</span>
      </div>
      <Diff
        text={against === 'now' ? difference(current, text) : difference(before ?? text, text)}
        label={VERSIONS.of(fullTime(version.at))}
      />
    </div>
  )
}

/** Without the app's own stamps and ticks, which are no part of what somebody wrote. */
const difference = (before: string, after: string): string =>
  lineDiff(shownText(restoredText(before, after)), shownText(after))
