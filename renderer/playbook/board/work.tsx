import { ListTodo, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { BOARD } from '../copy.ts'
import type { BoardActions } from './board-actions.ts'
import { Adder } from './board-inputs.tsx'
import { Heading } from './heading.tsx'

const WORK_TONE = { pending: 'neutral', 'in-progress': 'accent', done: 'quiet', failed: 'alert' } as const

export function Work({ doc, actions }: { doc: HeartbeatDoc; actions: BoardActions }): ReactNode {
  return (
    <div className="@min-[720px]:col-span-full">
      <Heading icon={<ListTodo size={13} aria-hidden />} count={doc.work.length}>
        {BOARD.queue}
      </Heading>
      {doc.workDisabled ? (
        <p className="flex items-center gap-2 text-12 text-alert">
          <TriangleAlert size={13} aria-hidden /> {BOARD.queueBroken}
        </p>
      ) : (
        <>
          <ul aria-label={BOARD.queue} className="mb-1.5 flex flex-col gap-1.5">
            {doc.work.map((item) => (
              <li
                key={item.id}
                className="flex items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5"
              >
                <Chip tone={WORK_TONE[item.state]}>{item.state}</Chip>
                <span
                  dir="auto"
                  className="selectable min-w-0 flex-1 text-start text-13 [overflow-wrap:anywhere]"
                >
                  {item.title} <bdi className="text-12 text-ink-3">{item.id}</bdi>
                </span>
                {(item.state === 'failed' || item.state === 'done') && (
                  <Button
                    size="s"
                    onClick={() =>
                      actions.edit({
                        do: 'moveWork',
                        id: item.id,
                        to: 'pending',
                        by: 'person',
                        at: Date.now(),
                        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                      })
                    }
                  >
                    {BOARD.putBack}
                  </Button>
                )}
                {item.state !== 'in-progress' && (
                  <Button
                    size="s"
                    look="ghost"
                    aria-label={`Remove ${item.id}`}
                    onClick={() => actions.remove({ do: 'removeWork', id: item.id }, item.title)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Adder
            label={BOARD.addWork}
            name="work"
            actions={actions}
            edit={(title) => ({ do: 'addWork', title })}
          />
        </>
      )}
    </div>
  )
}
