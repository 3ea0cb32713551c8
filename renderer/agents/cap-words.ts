import { CLI_NAMES } from '../../shared/agents/agent-names.ts'
import { PRESETS } from '../../shared/agents/presets.ts'
import type { Cap } from '../../shared/settings/settings.ts'
import { useLive } from '../client/live.ts'
import { CAPS_COPY as COPY } from './copy.ts'

export const sameCap = (a: Cap, b: Cap): boolean =>
  a.scope === b.scope && a.of === b.of && a.period === b.period && a.unit === b.unit

export const runnerOfKey = (key: string): string => {
  const [first = '', ...rest] = key.split(':')
  const cli = CLI_NAMES.find((name) => name === first)
  return cli === undefined
    ? rest.join(':')
    : `${PRESETS[cli].name}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}`
}

/** Whom a cap is for, in words. */
export function useWhose(): (scope: Cap['scope'], of: string | null) => string {
  const threads = useLive((live) => live.threads)
  return (scope, of) => {
    if (scope === 'fleet') return COPY.all
    if (scope === 'runner') return of === null ? COPY.eachRunner : runnerOfKey(of)
    return of === null
      ? COPY.eachThread
      : ([...threads.values()].find((t) => t.id === of)?.name ?? COPY.removedThread)
  }
}
