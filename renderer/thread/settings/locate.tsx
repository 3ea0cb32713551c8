import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { TextSetting } from '../../kit/field.tsx'
import { locateFolder, revealFolder } from '../../commands/actions/threads.tsx'
import { THREAD_SETTINGS_COPY as COPY } from './copy.ts'

/** The folder moved: point the thread at it again; number, history and settings stay. */
export function Locate({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  return (
    <>
      <TextSetting
        label="Folder"
        mono
        width="w-full"
        value={thread.repoPath}
        onSave={(path) => app.client.threads.locate({ id: thread.id, path })}
        help={
          <>
            {COPY.locateHelp}{' '}
            <span className="mt-1 flex gap-1.5">
              <Button size="s" onClick={() => void locateFolder(app, thread)}>
                Choose…
              </Button>
              <Button size="s" onClick={() => revealFolder(app, thread.id)}>
                Show
              </Button>
            </span>
          </>
        }
      />
    </>
  )
}
