import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { removeThread } from '../../commands/actions/removal.tsx'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass, Row } from '../../kit/field.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { THREAD } from '../copy.ts'

const { danger } = THREAD
const FILE = 'HEARTBEAT.md'

/** What cannot be undone, or only for a moment; each by itself. */
export function Danger({ thread }: { thread: ThreadView }): ReactNode {
  const { client, queries } = useBridge()
  const app = useBridge()
  const [isDeleting, setDeleting] = useState(false)
  const clear = async (): Promise<void> => {
    if (
      !(await confirm({
        title: danger.clear.ask(thread.name),
        yes: danger.clear.yes,
        danger: true,
        text: danger.clear.text,
      }))
    )
      return
    const cleared = await attempt(client.threads.clearHistory({ id: thread.id, confirmed: true }))
    if (cleared === null) return
    toast(danger.clear.done(cleared.runs))
    void queries.invalidateQueries()
  }
  return (
    <section aria-labelledby="danger-title">
      <SectionTitle id="danger-title">{danger.title}</SectionTitle>
      <Card className="px-4">
        <Row label={danger.clear.label} help={danger.clear.help}>
          <Button className="text-urgent" onClick={() => void clear()}>
            {danger.clear.button}
          </Button>
        </Row>
        {thread.trusted && thread.doc?.exists === true && (
          <Row label={danger.file.label} help={danger.file.help}>
            <Button className="text-urgent" onClick={() => setDeleting(true)}>
              {danger.file.button}
            </Button>
          </Row>
        )}
        <Row label={danger.remove.label} help={danger.remove.help}>
          <Button className="text-urgent" onClick={() => void removeThread(app, thread)}>
            {danger.remove.button}
          </Button>
        </Row>
      </Card>
      <Dialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={danger.file.title}
        description={danger.file.text(thread.repoPath)}
        width={460}
      >
        {isDeleting && <DeleteFile thread={thread} onDone={() => setDeleting(false)} />}
      </Dialog>
    </section>
  )
}

function DeleteFile({ thread, onDone }: { thread: ThreadView; onDone: () => void }): ReactNode {
  const { api, client, queries } = useBridge()
  const [typed, setTyped] = useState('')
  // As it stands when the question is asked: what changes after that is not deleted unseen.
  const doc = useQuery({ ...api.doc.read.queryOptions({ input: { id: thread.id } }), staleTime: 0 })
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed !== FILE || doc.data === undefined) return
    if (
      (await attempt(
        client.doc.remove({ id: thread.id, version: doc.data.version, typed }).then(() => true),
        danger.file.done,
      )) === null
    )
      return void doc.refetch()
    void queries.invalidateQueries({ queryKey: api.doc.key() })
    onDone()
  }
  return (
    <form onSubmit={(event) => void remove(event)} className="flex flex-col gap-3">
      <label className="text-12 text-ink-2">
        {danger.file.type}
        <input
          autoFocus
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          spellCheck={false}
          autoComplete="off"
          className={`${inputClass} mt-1 block w-full font-mono`}
        />
      </label>
      <div className="flex justify-end">
        <Button type="submit" look="danger" disabled={typed !== FILE || doc.data === undefined}>
          {danger.file.yes}
        </Button>
      </div>
    </form>
  )
}
