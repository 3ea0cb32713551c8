import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { COMMAND_COPY } from '../commands/copy.ts'
import { THREAD } from './copy.ts'
import { openIn } from '../commands/actions/threads.tsx'
import { THREAD as COMMANDS } from '../commands/thread-commands.ts'

const { menu } = COMMAND_COPY
const WORDS = {
  editor: menu.editor,
  terminal: menu.terminal,
  files: menu.files,
  remote: () => menu.remote,
} as const

/** Editors, terminals, the file manager and the remote page: what is installed, the one used last first. */
export function OpenMenu({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  const { data } = useQuery({
    ...app.api.shell.openers.queryOptions({ input: { id: thread.id } }),
    staleTime: 0,
  })
  const groups = (['editor', 'terminal', 'files', 'remote'] as const).map((what) =>
    (data ?? [])
      .filter((o) => o.what === what && (what !== 'remote' || thread.trusted))
      .map(
        (o, i): MenuEntry => ({
          label: WORDS[what](o.name),
          ...(i === 0 && { keys: COMMANDS[what].keys[0] }),
          run: () => openIn(app, thread, what, what === 'remote' ? undefined : o.key),
        }),
      ),
  )
  const entries = groups
    .filter((g) => g.length > 0)
    .flatMap((g, i): (MenuEntry | null)[] => (i === 0 ? g : [null, ...g]))
  if (entries.length === 0) return null
  return (
    <Menu
      trigger={
        <Button>
          <ExternalLink size={14} /> {THREAD.open.label}
        </Button>
      }
      entries={entries}
    />
  )
}
