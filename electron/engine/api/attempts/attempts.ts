import { counterOf, newCounters } from '../../../../shared/attempts/counters.ts'
import type { ActionsSettings } from '../../../../shared/contract/attempts.ts'
import type { Actions, Member } from '../../attempts/actions.ts'
import { hindrancesOf } from '../../attempts/hindrances.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'
import { memberLookup } from './member.ts'
import { metricView } from './metrics.ts'

const CHANGES_SHOWN = 50

/** What came of work towards a number, and what agents are asked for it. */
export function attemptHandlers(parts: CoreParts) {
  const { store, engine, ports } = parts
  const { desk } = engine
  const { threadOr } = lookup(store)
  const memberOr = memberLookup(parts)
  const settingsOf = (member: Member, view = desk.actions.of(member)): ActionsSettings => ({
    threadId: member.threadId,
    ...view,
    changes: desk.actions.changes(member, CHANGES_SHOWN),
  })
  const changed = (
    member: Member,
    made: ReturnType<Actions['set']>,
    errors: Pick<ApiErrors, 'INVALID'>,
  ): ActionsSettings => {
    if (!made.ok) throw errors.INVALID({ message: `${made.error.message} Nothing was changed.` })
    return settingsOf(member, made.value)
  }
  return {
    view: os.attempts.view.handler(async ({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const metric = desk.metric(thread.id)
      const member = desk.memberOf(thread)
      // Runs are numbered anew in another team: without a metric all are there.
      const own = { threadId: thread.id, ...(metric === null ? {} : { team: metric.team }) }
      const of = input.team && metric !== null ? { team: metric.team } : own
      const attempts = store.attempts.list(of, input.limit)
      const counters = metric === null ? newCounters('lower') : desk.ledger.counters(metric.team)
      const { best, stalled } = counterOf(counters, thread.id)
      return {
        metric: metric === null ? null : await metricView(metric, parts),
        attempts: attempts.map((attempt) => ({
          ...attempt,
          threadName: store.threads.get(attempt.threadId)?.name ?? '',
        })),
        interventions: store.attempts.interventions(thread.id, input.limit),
        best,
        stalled,
        owed: member === null ? [] : desk.ledger.owed(member).map(({ name }) => name),
        hindrances: metric === null ? [] : await hindrancesOf(thread, metric, ports),
      }
    }),
    ...singleHandlers(parts),
    settings: os.attempts.settings.handler(({ input, errors }) => settingsOf(memberOr(input.id, errors))),
    set: os.attempts.set.handler(({ input, errors }) => {
      const member = memberOr(input.id, errors)
      return changed(member, desk.actions.set(member, input.action, 'person'), errors)
    }),
    remove: os.attempts.remove.handler(({ input, errors }) => {
      const member = memberOr(input.id, errors)
      return changed(member, desk.actions.remove(member, input.name, input.scope ?? null, 'person'), errors)
    }),
    reset: os.attempts.reset.handler(({ input, errors }) => {
      const member = memberOr(input.id, errors)
      return changed(member, desk.actions.reset(member, input.scope ?? null, 'person'), errors)
    }),
  }
}

/** Of one attempt. */
function singleHandlers({ store, engine, ports }: CoreParts) {
  const { threadOr } = lookup(store)
  return {
    difference: os.attempts.difference.handler(async ({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const attempt = store.attempts.get(input.number)
      if (attempt?.threadId !== thread.id)
        throw errors.NOT_FOUND({
          message: `"${thread.name}" has no attempt with the number ${input.number}.`,
        })
      const base = store.attempts.bestBeside(attempt, engine.desk.ledger.counters(attempt.team))
      if (base?.commit == null || attempt.commit === null) return { base: null, text: null }
      return {
        base,
        text: await ports.repositories.commitDifference(thread.repoPath, base.commit, attempt.commit),
      }
    }),
    strike: os.attempts.strike.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const of = store.attempts.get(input.number)
      const struck = of?.threadId === thread.id ? engine.desk.ledger.strike(input.number, input.struck) : null
      if (struck === null)
        throw errors.NOT_FOUND({
          message: `"${thread.name}" has no attempt with the number ${input.number}.`,
        })
      store.alerts.resolve(thread.id, ['metric:jump'], ports.clock.now())
      return struck
    }),
  }
}
