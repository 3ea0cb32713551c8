import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { isProtected, type Action } from '../../shared/attempts/action.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'

/** What the agent is asked at times, and how often. */
export function Actions({ id }: { id: ThreadId }): ReactNode {
  const { api } = useBridge()
  const settings = useQuery(api.attempts.settings.queryOptions({ input: { id } }))
  const reset = useWrite(api.attempts.reset, { stale: [api.attempts.key()] })
  if (settings.data === undefined) return null
  const { actions, notices, problems } = settings.data
  return (
    <section aria-labelledby="actions">
      <SectionTitle
        id="actions"
        right={
          <Button size="s" look="ghost" disabled={reset.isPending} onClick={() => reset.mutate({ id })}>
            {COPY.reset}
          </Button>
        }
      >
        {COPY.actions}
      </SectionTitle>
      <Card>
        {[...problems, ...notices.map(({ message }) => message)].map((words) => (
          <p key={words} role="status" className="px-4 pt-2 text-12 text-alert">
            {words}
          </p>
        ))}
        <ul>
          {actions.map((action) => (
            <ActionRow key={`${action.scope} ${action.name} ${action.every}`} id={id} action={action} />
          ))}
        </ul>
      </Card>
      <p className="mt-2 text-12 text-ink-3">{COPY.actionsText}</p>
    </section>
  )
}

function ActionRow({
  id,
  action: { name, every, trigger, scope },
}: {
  id: ThreadId
  action: Action
}): ReactNode {
  const { api } = useBridge()
  const stale = [api.attempts.key()]
  const [text, setText] = useState(String(every))
  const change = useWrite(api.attempts.set, { stale })
  const remove = useWrite(api.attempts.remove, { stale })
  const isRead = /^[1-9]\d{0,8}$/.test(text.trim())
  const save = (): void => {
    if (isRead && Number(text) !== every) change.mutate({ id, action: { name, scope, every: Number(text) } })
  }
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="w-40 shrink-0 truncate font-medium">{name}</span>
      <input
        className={`${inputClass} w-20 tabular-nums`}
        inputMode="numeric"
        aria-label={COPY.every(name)}
        aria-invalid={!isRead}
        title={isRead ? undefined : COPY.wholeNumber}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      <span className="min-w-0 flex-1 text-ink-2">
        {trigger === 'interval' ? COPY.interval(scope) : COPY.stagnation(scope)}
      </span>
      {!isProtected(name) && (
        <Button
          size="s"
          look="ghost"
          aria-label={COPY.removeOf(name)}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id, name, scope })}
        >
          {COPY.remove}
        </Button>
      )}
    </li>
  )
}
