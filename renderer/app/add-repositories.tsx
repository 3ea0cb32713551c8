import { rejectedText } from '../../shared/threads/rejected.ts'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { DIALOGS } from './dialogs-copy.ts'
import { FindRepositories } from '../first-run/finding/find-repositories.tsx'
import { createFinder, type Finder } from '../first-run/finding/finder.ts'
import { useUi } from '../client/ui-state.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Checkbox } from '../kit/fields/checkbox.tsx'

export function AddRepositories(): ReactNode {
  const { open, scan, folders } = useUi((s) => s.adding)
  const close = useUi((s) => s.closeAdding)
  // Closing throws the search away with its results.
  return open ? <AddDialog chooseFirst={scan} folders={folders} onClose={close} /> : null
}

interface First {
  readonly chooseFirst: boolean
  readonly folders: readonly string[]
}

/** Dropped folders are looked through at once; else the system is asked for one, where that is wanted. */
function useFirstLook({ look, ask }: Finder, { chooseFirst, folders }: First): void {
  const { client } = useBridge()
  const onOpen = useEffectEvent(() => {
    if (folders.length > 0) void look(client, folders)
    else if (chooseFirst) void ask(client)
  })
  useEffect(() => {
    const timer = setTimeout(() => onOpen()) // the dialog is there first, then the system's
    return () => clearTimeout(timer)
  }, [])
}

function AddDialog({ chooseFirst, folders, onClose }: First & { onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const [useFinder] = useState(createFinder)
  const finder = useFinder()
  const { found, chosen, scan, choose, say, stop } = finder
  const [trust, setTrust] = useState(true)
  const [isAdding, setAdding] = useState(false)
  useFirstLook(finder, { chooseFirst, folders })
  const add = async (): Promise<void> => {
    setAdding(true)
    const result = await attempt(client.threads.add({ paths: [...chosen], trust }))
    setAdding(false)
    if (result === null) return
    if (result.added.length > 0) toast(DIALOGS.add.done(result.added.length, trust))
    if (result.rejected.length === 0) return onClose()
    say(result.rejected.map(rejectedText).join('\n'))
    choose(new Set())
  }
  const close = (): void => {
    stop()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={close}
      title={DIALOGS.add.title}
      width={620}
      description={DIALOGS.add.help}
      footer={
        <>
          <span className="flex-1 text-12 text-ink-3">
            {chosen.size > 0 && DIALOGS.add.chosen(chosen.size)}
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            disabled={chosen.size === 0 || scan.state === 'scanning' || isAdding}
            onClick={() => void add()}
          >
            {DIALOGS.add.yes(chosen.size)}
          </Button>
        </>
      }
    >
      <FindRepositories finder={useFinder} autoFocus />
      {found.length > 0 && <Trust isOn={trust} onChange={setTrust} />}
    </Dialog>
  )
}

function Trust({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }): ReactNode {
  return (
    <label className="mt-3 flex items-start gap-3 rounded-control border border-line bg-canvas px-3 py-2.5">
      <span className="pt-0.5">
        <Checkbox label={DIALOGS.add.trust} checked={isOn} onChange={onChange} />
      </span>
      <span className="text-12 text-ink-2">
        <strong className="block text-13 font-medium text-ink">{DIALOGS.add.trust}</strong>
        {DIALOGS.add.trustHelp}
      </span>
    </label>
  )
}
