import { Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunnerRest } from '../../shared/snapshot.ts'
import { plural } from '../../shared/words.ts'
import { useActions } from '../actions.tsx'
import { navigate, PLACES } from '../navigation.ts'
import { tableTime, useMinute } from '../time.ts'
import { Button } from './button.tsx'

const CAUSE: Record<RunnerRest['cause'], string> = { limit: 'has reached its usage limit', login: 'is signed out', missing: 'is not found any more' }

/** One cause for all threads of a runner, said once. */
export function Resting({ rests, leads = false }: { rests: readonly RunnerRest[]; leads?: boolean }): ReactNode {
  const actions = useActions()
  const now = useMinute()
  return rests.map((rest) => (
    <section key={rest.key} aria-label={`${rest.name} is resting`} className="mb-4 flex items-center gap-3 rounded-card border border-alert-edge/40 bg-alert-tint px-4 py-2 text-13">
      <Moon size={16} className="shrink-0 text-alert" />
      <p className="min-w-0 flex-1 text-ink">
        <strong className="font-semibold">{rest.name} {CAUSE[rest.cause]}.</strong> It rests until {tableTime(rest.until, now)}{rest.told || rest.cause !== 'limit' ? '' : ', by guess'}; {rest.threads === 0 ? 'no thread uses it' : `${plural(rest.threads, 'thread')} ${rest.threads === 1 ? 'waits' : 'wait'} meanwhile`}.
        <span className="selectable block truncate text-12 text-ink-2" title={rest.message}>{rest.message}</span>
      </p>
      {leads && <Button size="s" look="ghost" onClick={() => navigate(PLACES.agents)}>Agents</Button>}
      <Button size="s" onClick={() => actions.wakeRunner(rest.key, rest.name)}>Try again now</Button>
    </section>
  ))
}
