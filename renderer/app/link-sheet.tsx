import { useEffect, useState, type ReactNode } from 'react'
import { parseDeepLink, type DeepLink, type LinkedThread } from '../../shared/views/deep-link.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { DIALOGS } from './dialogs-copy.ts'
import { useLive } from '../client/live.ts'
import { jobsPath, navigate, PLACES, runPath, threadPath, useHashSearch } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'

const LINK = DIALOGS.link

/** Where a threadbeat:// link arrives: it opens its place at once, or asks before anything happens. */
export function LinkSheet(): ReactNode {
  const text = useHashSearch().get('to') ?? ''
  const threads = useLive((live) => live.threads)
  const link = parseDeepLink(text) // again: this address, too, can be anybody's
  const find = (named: LinkedThread): ThreadView | undefined =>
    [...threads.values()].find((t) => t.id === named || t.number === named)
  const place = link === null ? null : placeOf(link, find)
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true })
  }, [place])
  if (place !== null) return null
  if (link === null) return <Nowhere key={text} text={LINK.unread} link={text} />
  if (link.to === 'add')
    return (
      <AskToAdd
        key={text}
        path={link.path}
        known={[...threads.values()].find((t) => t.repoPath === link.path)}
      />
    )
  const thread = 'thread' in link ? find(link.thread) : undefined
  if (link.to === 'beat' && thread !== undefined)
    return <AskToBeat key={text} thread={thread} tier={link.tier} />
  return <Nowhere key={text} text={LINK.noThread('thread' in link ? link.thread : '')} link={text} />
}

/** null: nothing that can be shown without asking. */
function placeOf(link: DeepLink, find: (named: LinkedThread) => ThreadView | undefined): string | null {
  switch (link.to) {
    case 'inbox':
    case 'queue':
    case 'ahead':
      return PLACES[link.to]
    case 'jobs':
      return jobsPath()
    case 'run':
      return runPath(link.run)
    case 'thread': {
      const thread = find(link.thread)
      return thread === undefined ? null : threadPath(thread.id)
    }
    case 'add':
    case 'beat':
      return null
  }
}

/** Back to where the person was; a window that began here has nothing to go back to. */
const leave = (): void => (history.length > 1 ? history.back() : navigate(PLACES.today, { replace: true }))

function AskToBeat({
  thread,
  tier,
}: {
  thread: ThreadView
  tier: Extract<DeepLink, { to: 'beat' }>['tier']
}): ReactNode {
  const app = useBridge()
  const beat = (): void => {
    navigate(threadPath(thread.id), { replace: true })
    beatThread(app, thread, tier ?? undefined)
  }
  return (
    <Sheet
      title={LINK.beat.title(revealHidden(thread.name))}
      yes={LINK.beat.yes}
      onYes={beat}
      isPossible={thread.trusted}
    >
      <p>{LINK.beat.text(tier, thread.number, runnerName(thread.agent))}</p>
      <Exactly text={thread.repoPath} />
      {!thread.trusted && <p role="alert">{LINK.beat.untrusted}</p>}
      {thread.running !== null && <p>{LINK.beat.running}</p>}
    </Sheet>
  )
}

function AskToAdd({ path, known }: { path: string; known: ThreadView | undefined }): ReactNode {
  const { client } = useBridge()
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const add = async (): Promise<void> => {
    setAdding(true)
    try {
      const { added, rejected } = await client.threads.add({ paths: [path], trust: false })
      if (added[0] !== undefined) return navigate(threadPath(added[0].id), { replace: true })
      setProblem(rejected[0]?.why ?? LINK.add.failed)
    } catch (cause) {
      setProblem(messageOf(cause))
    }
    setAdding(false)
  }
  return (
    <Sheet
      title={LINK.add.title}
      yes={LINK.add.yes}
      onYes={() => void add()}
      isPossible={known === undefined && !isAdding}
    >
      <p>{LINK.add.text}</p>
      <Exactly text={path} />
      {known === undefined ? <p>{LINK.add.untrusted}</p> : <p role="alert">{LINK.add.known(known.number)}</p>}
      {problem !== null && (
        <p role="alert" className="selectable text-urgent">
          {problem}
        </p>
      )}
    </Sheet>
  )
}

function Nowhere({ text, link }: { text: string; link: string }): ReactNode {
  return (
    <Dialog
      open
      onClose={leave}
      title={LINK.nowhere}
      width={480}
      footer={<Button onClick={leave}>Close</Button>}
    >
      <div className="flex flex-col gap-2 text-13 text-ink-2">
        <p>{text}</p>
        <Exactly text={link} />
      </div>
    </Dialog>
  )
}

/** The safe answer has the focus: a key that was meant for what stood here before starts nothing. */
function Sheet({
  title,
  yes,
  onYes,
  isPossible,
  children,
}: {
  title: string
  yes: string
  onYes: () => void
  isPossible: boolean
  children: ReactNode
}): ReactNode {
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      width={480}
      description={LINK.about}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" disabled={!isPossible} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-13 text-ink-2">{children}</div>
    </Dialog>
  )
}

const Exactly = ({ text }: { text: string }): ReactNode => (
  <p className="selectable rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all text-ink">
    {revealHidden(text).slice(0, 4096)}
  </p>
)
