import { ok } from '../../../../shared/base/result.ts'
import type { HubSession } from '../../ports/hub.ts'
import type { Works } from '../turns.ts'
import type { Others } from './others.ts'
import { createSilence, type SilenceParts } from './silence.ts'

type Reading = 'answers' | 'states' | 'machines'
export const STATES_AT_ONCE = 500

/** What the others told, and what became of what was asked of them. */
export function readOthers(
  session: HubSession,
  parts: SilenceParts & { readonly others: Others },
  skewMs: () => number,
  want: (work: Reading | 'toldRuns') => void,
): Works<Reading> {
  const { others } = parts
  const silence = createSilence(parts)
  return {
    // The bell rings as well when mail of this machine ends; that it expires rings none.
    async answers() {
      const asked = others.asked()
      const ids = asked?.pending() ?? []
      if (ids.length === 0) return ok(0)
      const answers = await session.answers(ids)
      if (!answers.ok) return answers
      asked?.noteAnswers(answers.value)
      if ((asked?.readRuns().length ?? 0) > 0) want('toldRuns')
      return ok(0)
    },
    // A page in each turn, so that nothing else waits for all of them.
    async states() {
      const page = await session.states(others.cursor(), STATES_AT_ONCE)
      if (!page.ok) return page
      if (others.takeStates(page.value)) want('machines')
      if (page.value.length >= STATES_AT_ONCE) want('states')
      return ok(0)
    },
    async machines() {
      const machines = await session.machines()
      if (!machines.ok) return machines
      others.takeMachines(machines.value, skewMs())
      const looked = await silence.look(session, machines.value, skewMs())
      return looked.ok ? ok(0) : looked
    },
  }
}
