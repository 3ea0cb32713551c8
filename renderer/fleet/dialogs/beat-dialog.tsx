import { useEffect, useState, type ReactNode } from 'react'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLive } from '../../client/live.ts'
import { beatWithNote } from '../../commands/actions/beat.tsx'
import { useAsking } from '../../commands/asking.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useMinute } from '../../kit/time.ts'
import { tierProgress } from '../../parts/tier-progress.ts'
import { TierRing } from '../../parts/tier-ring.tsx'
import { OVER_FLEET } from './copy.ts'

const { note: words } = OVER_FLEET
const LONGEST_NOTE = 2000

/** Which tier to beat, and a note for that one prompt: asked by a command. */
export function BeatDialog(): ReactNode {
  const app = useBridge()
  const id = useAsking((s) => s.tierOf)
  const ask = useAsking((s) => s.askTier)
  const thread = useLive((live) => (id === null ? undefined : live.threads.get(id)))
  useEffect(() => () => ask(null), [ask]) // another page asks anew
  const choose = (tier: Tier, note: string): void => {
    if (thread !== undefined) void beatWithNote(app, thread, tier, note)
    ask(null)
  }
  return (
    <Dialog
      open={thread !== undefined}
      onClose={() => ask(null)}
      title={OVER_FLEET.beat.title(thread?.name ?? '')}
      description={OVER_FLEET.beat.help}
      width={420}
    >
      {thread !== undefined && <Choose key={thread.id} thread={thread} onChoose={choose} />}
    </Dialog>
  )
}

function Choose({
  thread,
  onChoose,
}: {
  thread: ThreadView
  onChoose: (tier: Tier, note: string) => void
}): ReactNode {
  const now = useMinute()
  const [note, setNote] = useState('')
  return (
    <>
      <ul className="flex flex-col gap-1">
        {TIERS.map((tier) => {
          const progress = tierProgress(thread, tier, now)
          return (
            <li key={tier}>
              <button
                type="button"
                className="flex w-full items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-hover"
                onClick={() => onChoose(tier, note)}
              >
                <TierRing progress={progress} />
                <span className="flex-1">
                  <span className="font-medium">{TIER_WORD[tier]}</span>
                  <span className="block text-12 text-ink-3">{progress.text.split(': ')[1]}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {thread.agent.kind === 'local' ? (
        <p className="mt-2 px-3 text-12 text-ink-3">{words.local}</p>
      ) : (
        <NoteField note={note} onNote={setNote} />
      )}
    </>
  )
}

const NoteField = ({ note, onNote }: { note: string; onNote: (note: string) => void }): ReactNode => (
  <label className="mt-3 block px-3 text-12 text-ink-2">
    {words.label}
    <textarea
      rows={2}
      maxLength={LONGEST_NOTE}
      value={note}
      onChange={(e) => onNote(e.target.value)}
      className="mt-1 w-full resize-y rounded-control border border-line-strong/60 bg-surface px-2.5 py-1.5 text-13 text-ink"
    />
    <span className="text-ink-3">{words.help}</span>
  </label>
)
