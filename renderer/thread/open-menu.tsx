import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { COMMAND_COPY } from '../commands/copy.ts'
import { THREAD } from './copy.ts'
import { deedsOver } from '../commands/deeds.tsx'
import { keysOf } from '../commands/row-keys.ts'

/** Editors, terminals, the file manager and the remote page: what is installed, the one used last first. */
export function OpenMenu({ thread }: { thread: ThreadView }): ReactNode {
  const bridge = useBridge()
  const deeds = useMemo(() => deedsOver(bridge), [bridge])
  const { data } = useQuery({
    ...bridge.api.shell.openers.queryOptions({ input: { id: thread.id } }),
    staleTime: 0,
  })
  const groups = (['editor', 'terminal', 'files', 'remote'] as const).map((what) =>
    (data ?? [])
      .filter((o) => o.what === what && (what !== 'remote' || thread.trusted))
      .map(
        (o, i): MenuEntry => ({
          label:
            what === 'remote'
              ? COMMAND_COPY.menu.remote
              : what === 'files'
                ? COMMAND_COPY.menu.files(o.name)
                : COMMAND_COPY.menu.editor(o.name),
          ...(i === 0 && { keys: keysOf(what) }),
          run: () => deeds.openIn(thread, what, what === 'remote' ? undefined : o.key),
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
