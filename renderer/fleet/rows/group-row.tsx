import { ChevronDown, ChevronRight, HeartPulse } from 'lucide-react'
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { Button } from '../../kit/button.tsx'
import { StateGlyph } from '../../parts/glyph.tsx'
import { FLEET } from '../copy.ts'
import type { FleetGroup } from '../query/groups.ts'

export const GROUP_HEIGHT = 36

interface GroupRowProps {
  group: FleetGroup
  isFolded: boolean
  index: number
  isActive: boolean
  takeFocus: boolean
  style: CSSProperties
  onToggle: (key: string, isFolded: boolean) => void
  onBeat: (group: FleetGroup) => void
  onActivate: (key: string) => void
}

/** The head of a group: its worst state, how many, and a beat for all of them. */
export function GroupRow({
  group,
  isFolded,
  index,
  isActive,
  takeFocus,
  style,
  onToggle,
  onBeat,
  onActivate,
}: GroupRowProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive && takeFocus) button.current?.focus({ preventScroll: true })
  }, [isActive, takeFocus])
  const tab = isActive ? 0 : -1
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-group={group.key}
      style={{ height: GROUP_HEIGHT, ...style }}
      className="flex items-center gap-2 border-b border-line bg-sunken px-3 text-13"
    >
      <div role="gridcell" aria-expanded={!isFolded} className="flex min-w-0 flex-1">
        <button
          ref={button}
          type="button"
          tabIndex={tab}
          aria-label={isFolded ? FLEET.group.unfold(group.word) : FLEET.group.fold(group.word)}
          onFocus={() => onActivate(group.key)}
          onClick={() => onToggle(group.key, !isFolded)}
          className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-control text-left focus-visible:-outline-offset-2"
        >
          {isFolded ? (
            <ChevronRight size={14} className="shrink-0 text-ink-3" />
          ) : (
            <ChevronDown size={14} className="shrink-0 text-ink-3" />
          )}
          <StateGlyph state={group.worst} />
          <span className="truncate font-medium">{group.word}</span>
          <span className="shrink-0 text-12 text-ink-3">
            {FLEET.group.count(group.ids.length)}
            {group.ids.length > 1 &&
              group.word !== STATE_WORD[group.worst] &&
              FLEET.group.worst(STATE_WORD[group.worst])}
          </span>
        </button>
      </div>
      <div role="gridcell">
        <Button size="s" look="ghost" tabIndex={tab} onClick={() => onBeat(group)}>
          <HeartPulse size={13} /> {FLEET.group.beat}
        </Button>
      </div>
    </div>
  )
}
