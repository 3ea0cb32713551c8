import { useQuery } from '@tanstack/react-query'
import { act, waitFor, type RenderResult } from '@testing-library/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { expect } from 'vitest'
import type { DocView } from '../../../shared/contract/playbook.ts'
import { fault } from '../../../shared/base/faults.ts'
import { err } from '../../../shared/base/result.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { statusOf } from '../saving/editor-state.ts'
import { useSaving, type Saving } from '../saving/use-saving.ts'
import type { SourceHandle } from '../source/source-handle.ts'

export const BASE = '## Notes\none\ntwo\n'

/** The disk under the file. */
interface Disk {
  isFull: boolean
  /** Writes wait from now on. */
  hold(): void
  /** Those that wait are done, and no other waits. */
  release(): void
}

interface Desk {
  readonly host: WindowHost
  readonly thread: ThreadView
  readonly disk: Disk
  /** What the hook gave when it was drawn last. */
  readonly saving: Saving
  /** Texts that took the place of the source's. */
  readonly replaced: readonly string[]
  /** The page over the file as it stands. */
  open(): Promise<RenderResult>
  type(text: string): void
  /** Others have written the file: null, deleted it. */
  write(text: string | null): void
  /** The window reads the file again. */
  look(): Promise<void>
  /** What was asked to be saved, oldest first. */
  saves(): readonly { readonly text: string; readonly base: string }[]
  /** How text and file stand to each other. */
  word(): string
}

/** `useSaving` over a thread's file, without an editor around it. */
export async function openDesk(): Promise<Desk> {
  let turn = Promise.resolve()
  let go = (): void => undefined
  const disk: Disk = {
    isFull: false,
    hold: () => void (turn = new Promise((resolve) => (go = resolve))),
    release: () => go(),
  }
  const host = await openHost({
    ports: (usual) => ({
      ...usual,
      files: {
        ...usual.files,
        async write(...file) {
          await turn
          return disk.isFull
            ? err(fault('file.write_failed', 'The disk is full'))
            : usual.files.write(...file)
        },
      },
    }),
  })
  host.add('api', { playbook: BASE })
  const thread = host.thread('api')
  const drawn: Drawn = { saving: null, doc: undefined, read: async () => undefined, replaced: [] }
  return {
    host,
    thread,
    disk,
    get saving() {
      return drawn.saving!
    },
    replaced: drawn.replaced,
    async open() {
      drawn.saving = null
      const page = show(<File thread={thread} drawn={drawn} />, host)
      await waitFor(() => expect(drawn.saving).not.toBeNull())
      return page
    },
    type: (text) => act(() => drawn.saving!.tell({ kind: 'typed', text })),
    write(text) {
      if (text === null) host.files.delete(thread.repoPath)
      else host.files.set(thread.repoPath, text)
    },
    async look() {
      const doc = await drawn.read()
      await waitFor(() => expect(drawn.doc).toBe(doc))
    },
    saves: () =>
      host.calls
        .filter((call) => call.startsWith('doc.save '))
        .map((call) => JSON.parse(call.slice('doc.save '.length)) as { text: string; base: string }),
    word: () => statusOf(drawn.saving!.state).kind,
  }
}

interface Drawn {
  saving: Saving | null
  /** What the hook has taken in. */
  doc: DocView | undefined
  read: () => Promise<DocView | undefined>
  readonly replaced: string[]
}

/* oxlint-disable react/immutability -- the tests reach for what the hooks give */
function File({ thread, drawn }: { thread: ThreadView; drawn: Drawn }): ReactNode {
  const { api } = useBridge()
  const doc = useQuery(api.doc.read.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  drawn.read = async () => (await doc.refetch()).data
  return doc.data === undefined ? null : <Open thread={thread} doc={doc.data} drawn={drawn} />
}

function Open({ thread, doc, drawn }: { thread: ThreadView; doc: DocView; drawn: Drawn }): ReactNode {
  const source = useRef({
    replace: (text: string) => void drawn.replaced.push(text),
    take: (text: string) => drawn.saving?.tell({ kind: 'typed', text }),
    settle: () => undefined,
  } as Partial<SourceHandle> as SourceHandle)
  const saving = useSaving(thread, doc, source)
  drawn.saving = saving
  useEffect(() => void (drawn.doc = doc)) // after the hook's own effects
  return <DraftNotice thread={thread} state={saving.state} onBring={saving.bringBack} />
}
