import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { plural } from '../../shared/words.ts'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { FindRepositories } from '../first-run/find-repositories.tsx'
import { createFinder } from '../first-run/finder.ts'
import { useUi } from '../ui-state.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Checkbox } from './field.tsx'

export function AddRepositories(): ReactNode {
  const { open, scan } = useUi((s) => s.adding)
  const close = useUi((s) => s.closeAdding)
  // Closing throws the search away with its results.
  return open ? <AddDialog chooseFirst={scan} onClose={close} /> : null
}

function AddDialog({ chooseFirst, onClose }: { chooseFirst: boolean; onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const [useFinder] = useState(createFinder)
  const { found, chosen, scan, choose, say, ask, stop } = useFinder()
  const [trust, setTrust] = useState(true)
  const [isAdding, setAdding] = useState(false)
  const onOpen = useEffectEvent(() => {
    if (chooseFirst) void ask(client)
  })
  useEffect(() => {
    const timer = setTimeout(() => onOpen()) // the dialog is there first, then the system's
    return () => clearTimeout(timer)
  }, [])
  const add = async (): Promise<void> => {
    setAdding(true)
    const result = await attempt(client.threads.add({ paths: [...chosen], trust }))
    setAdding(false)
    if (result === null) return
    if (result.added.length > 0) toast(`${plural(result.added.length, 'thread')} added.${trust ? ' First beats come with the schedule.' : ''}`)
    if (result.rejected.length === 0) return onClose()
    say(result.rejected.map((r) => `${r.path}: ${r.why}`).join('\n'))
    choose(new Set())
  }
  const close = (): void => {
    stop()
    onClose()
  }

  return (
    <Dialog
      open onClose={close} title="Add repositories" width={620} description="Choose folders. Repositories are looked for in them, three levels deep; nothing in them is run."
      footer={
        <>
          <span className="flex-1 text-12 text-ink-3">{chosen.size > 0 && `${chosen.size} chosen`}</span>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" disabled={chosen.size === 0 || scan.state === 'scanning' || isAdding} onClick={() => void add()}>Add {chosen.size > 0 ? plural(chosen.size, 'repository', 'repositories') : ''}</Button>
        </>
      }
    >
      <FindRepositories finder={useFinder} autoFocus />
      {found.length > 0 && (
        <label className="mt-3 flex items-start gap-3 rounded-control border border-line bg-canvas px-3 py-2.5">
          <span className="pt-0.5"><Checkbox label="Trust these repositories" checked={trust} onChange={setTrust} /></span>
          <span className="text-12 text-ink-2"><strong className="block text-13 font-medium text-ink">Trust these repositories</strong>Threadbeat may read them and run its own look-only git checks. Commands in HEARTBEAT.md still need your approval one by one. Without trust, nothing of them is read or run.</span>
        </label>
      )}
    </Dialog>
  )
}
