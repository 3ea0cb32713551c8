import { agentProblem } from '../../../../shared/agents/agent-problem.ts'
import { EXCHANGED_KEY } from '../../../../shared/alerts/alert.ts'
import { err } from '../../../../shared/base/result.ts'
import { phaseFor } from '../../../../shared/schedule/schedule.ts'
import {
  isOverruled,
  validateChange,
  type Thread,
  type ThreadChange,
} from '../../../../shared/threads/thread.ts'
import { lookup } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

const FIELD_WORD = {
  intervalMs: 'interval',
  activeHours: 'active hours',
  dailyAt: 'daily time',
  session: 'session',
} as const

/** Alerts about a runner that is another one from now on. What the old one changed stays until it is seen. */
const OF_ITS_RUNNER = ['broken', 'unproven', 'permission']

/** How a thread beats, with whom, and whether it may. */
export function settingHandlers({ ports, store, engine }: CoreParts) {
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    change: os.threads.change.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const { id: _id, ...change } = input
      const overruled = (['intervalMs', 'activeHours', 'dailyAt', 'session'] as const).find(
        (field) => change[field] !== undefined && isOverruled(thread, field),
      )
      if (overruled !== undefined)
        throw errors.INVALID({
          message:
            `The ${FIELD_WORD[overruled]} of "${thread.name}" is set by ${thread.config!.file}; ` +
            'change it there.',
        })
      const valid = validFor(thread, change)
      if (!valid.ok) throw errors.INVALID({ message: valid.error })
      const phaseMs =
        change.intervalMs !== undefined && change.intervalMs > 0
          ? phaseFor(thread.number, change.intervalMs)
          : undefined
      store.together(() => {
        store.threads.change(thread.id, { ...change, phaseMs })
        engine.noteActivity(thread.id)
        engine.slots.replan(thread.id, thread)
      })
      engine.tick()
      return null
    }),
    setAgent: os.threads.setAgent.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const problem = agentProblem(input.agent, clock.now())
      if (problem !== null) throw errors.INVALID({ message: `The agent of "${thread.name}": ${problem}.` })
      store.together(() => {
        store.threads.change(thread.id, { agent: input.agent, failures: 0 })
        engine.resting.changed(thread.agent, input.agent)
        store.alerts.resolve(thread.id, OF_ITS_RUNNER, clock.now())
        engine.slots.replan(thread.id)
      })
      ports.log('info', 'authority.changed', { threadId: thread.id, what: 'runner', origin: context.origin })
      engine.tick()
      return { missing: await ports.runners.missing(input.agent, thread.repoPath) }
    }),
    trust: os.threads.trust.handler(({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const isNew = input.on && thread.trustedAt === null
      store.together(() => {
        store.threads.change(thread.id, {
          trustedAt: input.on ? (thread.trustedAt ?? clock.now()) : null,
          ...(isNew && { repositoryId: null }),
        })
        if (input.on) store.alerts.resolve(thread.id, [EXCHANGED_KEY], clock.now())
        engine.slots.replan(thread.id)
        if (isNew) engine.wake(thread.id, 'added', null)
      })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: input.on ? 'trusted' : 'untrusted',
        origin: context.origin,
      })
      if (!input.on) engine.stopRunsOf(thread.id)
      engine.followThreads()
      engine.tick()
      return null
    }),
  }
}

const validFor = ({ name, agent }: Thread, change: ThreadChange): ReturnType<typeof validateChange> =>
  change.suggestions === 'agent' && agent.kind === 'local'
    ? err(`"${name}" has local checks, which cannot decide about suggestions: a person does.`)
    : validateChange(change, name)
