import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLocal } from '../../../shared/base/time.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { Button } from '../../kit/button.tsx'
import { useMinute } from '../../kit/time.ts'
import { BOARD } from '../copy.ts'
import type { BoardActions } from './board-actions.ts'
import { Adder } from './board-inputs.tsx'
import { Heading } from './heading.tsx'

export function Flags({ doc, actions }: { doc: HeartbeatDoc; actions: BoardActions }): ReactNode {
  const day = formatLocal(useMinute(), Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10)
  return (
    <div className="mb-3">
      <Heading
        icon={<Flag size={13} aria-hidden className={doc.flags.length > 0 ? 'text-urgent' : ''} />}
        count={doc.flags.length}
      >
        {BOARD.flags}
      </Heading>
      <ul aria-label={BOARD.flags} className="mb-1.5 flex flex-col gap-1.5">
        {doc.flags.map((flag) => (
          <li
            key={`${flag.line}${flag.text}`}
            className="flex items-start gap-2 rounded-control border border-urgent-fill/50 bg-urgent-tint px-2.5 py-1.5"
          >
            <span
              dir="auto"
              className="selectable min-w-0 flex-1 text-start text-13 [overflow-wrap:anywhere]"
            >
              {flag.text}
            </span>
            <Button
              size="s"
              aria-label={`${BOARD.resolve}: ${flag.text}`}
              onClick={() =>
                actions.edit([
                  { do: 'clearFlag', text: flag.text },
                  { do: 'appendNote', text: `Resolved ${day}: ${flag.text}` },
                ])
              }
            >
              {BOARD.resolve}
            </Button>
          </li>
        ))}
      </ul>
      <Adder label={BOARD.raise} name="flag" actions={actions} edit={(text) => ({ do: 'addFlag', text })} />
    </div>
  )
}
