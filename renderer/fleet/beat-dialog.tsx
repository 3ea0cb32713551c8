import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { TIERS, type Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TierRing } from '../parts/tier-ring.tsx'
import { FLEET } from './copy.ts'
import { useMinute } from '../kit/time.ts'
import type { Deeds } from '../commands/deeds.tsx'
import { tierProgress } from '../parts/tier-progress.ts'

const { note: words } = FLEET
const LONGEST_NOTE = 2000

/** Shift+B: which tier to beat, and a note for that one prompt. `thread` null: closed. */
export function BeatDialog({
  thread,
  onClose,
  deeds,
}: {
  thread: ThreadView | null
  onClose: () => void
  deeds: Deeds
}): ReactNode {
  return (
    <Dialog
      open={thread !== null}
      onClose={onClose}
      title={FLEET.beat.title(thread?.name ?? '')}
      description={FLEET.beat.help}
      width={420}
    >
      {thread !== null && (
        <Choose
          key={thread.id}
          thread={thread}
          onChoose={(tier, note) => {
            void deeds.beatWithNote(thread, tier, note)
            onClose()
          }}
        />
      )}
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
  const isLocal = thread.agent.kind === 'local'
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
      {isLocal ? (
        <p className="mt-2 px-3 text-12 text-ink-3">{words.local}</p>
      ) : (
        <label className="mt-3 block px-3 text-12 text-ink-2">
          {words.label}
          <textarea
            rows={2}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={(e) => setNote(e.target.value)}
            className="mt-1 w-full resize-y rounded-control border border-line-strong/60 bg-surface px-2.5 py-1.5 text-13 text-ink"
          />
          <span className="text-ink-3">{words.help}</span>
        </label>
      )}
    </>
  )
}
