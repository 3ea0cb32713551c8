import { FolderX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { pause } from '../commands/actions/pause.ts'
import { removeThread } from '../commands/actions/removal.tsx'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { THREAD } from './copy.ts'

const LOST = (['repo.missing', 'repo.not_git', 'repo.unreadable'] as const).map((code) => FAULT_WORDS[code])

/** What is the matter with the folder, by what the last run said; null: nothing. */
const folderTrouble = (t: ThreadView): (typeof LOST)[number] | null =>
  t.state === 'broken' || t.pause?.by === 'failures'
    ? (LOST.find(({ title }) => t.because.startsWith(title) || t.last?.summary.startsWith(title) === true) ??
      null)
    : null

/** The folder is gone, moved, or no repository any more: what a person can do, in one place. */
export function MissingFolder({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const app = useBridge()
  const trouble = folderTrouble(thread)
  if (trouble === null) return null
  const locate = async (): Promise<void> => {
    const paths = await attempt(client.shell.chooseFolders())
    if (paths?.[0] !== undefined)
      await attempt(client.threads.locate({ id: thread.id, path: paths[0] }), THREAD.folderChanged)
  }
  return (
    <Banner
      tone="plum"
      icon={<FolderX size={16} />}
      action={
        <span className="flex shrink-0 gap-1.5">
          <Button size="s" look="primary" onClick={() => void locate()}>
            {THREAD.missing.locate}
          </Button>
          {thread.pause === null && (
            <Button size="s" onClick={() => pause(app, thread, 'open')}>
              {THREAD.missing.pause}
            </Button>
          )}
          <Button size="s" onClick={() => void removeThread(app, thread)}>
            {THREAD.missing.remove}
          </Button>
        </span>
      }
    >
      <strong className="font-semibold">{trouble.title}.</strong>{' '}
      <span className="selectable font-mono text-12">{thread.repoPath}</span> {THREAD.missing.text}
    </Banner>
  )
}
