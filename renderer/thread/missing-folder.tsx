import { FolderX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { pause } from '../commands/actions/pause.ts'
import { locateFolder } from '../commands/actions/threads.tsx'
import { removeThread } from '../commands/actions/removal.tsx'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { THREAD } from './copy.ts'

/** The folder is gone, moved, or no repository any more: what a person can do, in one place. */
export function MissingFolder({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  if (thread.missingFolder === null) return null
  return (
    <Banner
      tone="plum"
      icon={<FolderX size={16} />}
      action={
        <span className="flex shrink-0 gap-1.5">
          <Button size="s" look="primary" onClick={() => void locateFolder(app, thread)}>
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
      <strong className="font-semibold">{FAULT_WORDS[thread.missingFolder].title}.</strong>{' '}
      <span className="selectable font-mono text-12">{thread.repoPath}</span> {THREAD.missing.text}
    </Banner>
  )
}
