import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { flagKey } from '../../shared/runs/judge/standing.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { lineOfFlag, openFlag, resolveFlag } from '../commands/actions/threads.tsx'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useSurroundings } from '../kit/surroundings.ts'
import { Button } from '../kit/button.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Card } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { FLAGS } from '../playbook/copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, runPath, threadPath, flagPath } from '../client/navigation.ts'
import { fullTime, span, useMinute } from '../kit/time.ts'

const AUTHORS_STALE_MS = 30_000

/** Every flag that stands, since when, who raised it, and what can be done with it. */
export function FlagsPanel({ thread }: { thread: ThreadView }): ReactNode {
  const flags = thread.doc?.flags ?? []
  const { api } = useBridge()
  const openers = useQuery(
    api.shell.openers.queryOptions({ input: { id: thread.id }, enabled: flags.length > 0 }),
  )
  const editor = openers.data?.find((opener) => opener.what === 'editor')?.name
  return (
    <Card className="px-4 py-3">
      <h2 className="flex items-center gap-2 text-13 font-semibold">
        <Flag size={14} aria-hidden className={flags.length > 0 ? 'text-urgent' : 'text-ink-3'} />{' '}
        {FLAGS.title} {flags.length > 0 && <span className="text-ink-3">{flags.length}</span>}
      </h2>
      {flags.length === 0 && <p className="mt-2 text-12 text-ink-3">{FLAGS.none}</p>}
      <ul className="mt-1 max-h-52 overflow-y-auto">
        {flags.map((flag) => (
          <FlagRow key={flag} thread={thread} flag={flag} editor={editor} />
        ))}
      </ul>
      {flags.length > 0 && (
        <Button
          size="s"
          look="ghost"
          className="mt-1"
          onClick={() => navigate(threadPath(thread.id, 'file'))}
        >
          {FLAGS.open}
        </Button>
      )}
    </Card>
  )
}

interface RowProps {
  readonly thread: ThreadView
  readonly flag: string
  /** The program that opens the flag's line; absent: none is installed. */
  readonly editor: string | undefined
}

function FlagRow({ thread, flag, editor }: RowProps): ReactNode {
  const app = useBridge()
  const { openLink } = useSurroundings()
  const turn = async (): Promise<void> => {
    const made = await attempt(app.client.doc.issuePage({ id: thread.id, flag }))
    if (made === null) return
    if (made.url === null) return void toast.error(FLAGS.noPage)
    const yes = await confirm({
      title: FLAGS.form(new URL(made.url).host),
      yes: FLAGS.formYes,
      text: (
        <>
          <p>{FLAGS.formText}</p>
          <p className="mt-2 font-mono text-12 break-all">{made.url}</p>
        </>
      ),
    })
    if (yes) openLink(made.url)
  }
  return (
    <li className="border-b border-line py-1.5 last:border-b-0">
      <div className="flex items-start gap-2">
        <span className="selectable min-w-0 flex-1 text-start text-13 break-words" dir="auto">
          <Ticks text={flag} />
        </span>
        <Button size="s" onClick={() => resolveFlag(app, thread, flag)}>
          {FLAGS.resolve}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
        <RaisedBy thread={thread} flag={flag} />
        <button
          type="button"
          className="ml-auto min-h-6 rounded-[3px] hover:text-ink hover:underline"
          onClick={() => navigate(flagPath(thread.id, flag))}
        >
          {FLAGS.atLine}
        </button>
        {editor !== undefined && (
          <button
            type="button"
            className="min-h-6 rounded-[3px] hover:text-ink hover:underline"
            onClick={() => openFlag(app, thread, flag)}
          >
            {FLAGS.inEditor(editor)}
          </button>
        )}
        <button
          type="button"
          className="min-h-6 rounded-[3px] hover:text-ink hover:underline"
          onClick={() => void turn()}
        >
          {FLAGS.issue}
        </button>
      </div>
    </li>
  )
}

/**
 * Since when, by the alert or by the version of the file that first had the line; and who wrote that
 * version.
 */
function RaisedBy({ thread, flag }: { thread: ThreadView; flag: string }): ReactNode {
  const { api } = useBridge()
  const now = useMinute()
  const alert = useFleet((fleet) => fleet.alerts).find(
    (a) => a.threadId === thread.id && a.key === flagKey(flag),
  )
  const { data } = useQuery(
    api.doc.authors.queryOptions({
      input: { id: thread.id },
      staleTime: AUTHORS_STALE_MS,
      enabled: thread.trusted,
    }),
  )
  const line = data === undefined ? null : lineOfFlag(data.text, flag)
  const by = line === null ? undefined : data?.authors[data.lines[line - 1] ?? -1]
  const times = [alert?.raisedAt, by === undefined || by.author === 'start' ? undefined : by.at].filter(
    (t) => t !== undefined,
  )
  const since = times.length === 0 ? null : Math.min(...times)
  return (
    <span>
      {since !== null && <span title={fullTime(since)}>{FLAGS.ago(span(now - since))}</span>}
      {since !== null && by !== undefined && ', '}
      {by !== undefined &&
        (by.runId === null ? (
          FLAGS.by[by.author]
        ) : (
          <button
            type="button"
            className="min-h-6 rounded-[3px] hover:text-ink hover:underline"
            onClick={() => by.runId !== null && navigate(runPath(by.runId))}
          >
            {FLAGS.by.run}
          </button>
        ))}
    </span>
  )
}
