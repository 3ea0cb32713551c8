import type { HookView } from '../../../../shared/contract/threads.ts'
import { textHash } from '../../../../shared/base/text-hash.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { HookPlan } from '../../ports/repositories.ts'
import { faultOr, lookup, type ApiErrors } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** git hooks that tell of what happens, written only as they were shown. */
export function hookHandlers({ ports, store }: CoreParts) {
  const { threadOr, trustedOr } = lookup(store)
  const { hooks } = ports.repositories

  async function planFor(thread: Thread, errors: Pick<ApiErrors, 'INVALID'>): Promise<HookPlan> {
    const plan = await hooks.plan(thread.repoPath, (hook) => hooks.line(thread.number, hook))
    if (!plan.ok) throw errors.INVALID({ message: plan.error.message })
    return plan.value
  }

  return {
    plan: os.hooks.plan.handler(async ({ input, errors }): Promise<HookView> => {
      const plan = await planFor(trustedOr(input.id, errors), errors)
      return {
        ...plan,
        installed: plan.files.some((f) => f.state === 'ours' || f.state === 'outdated'),
        digest: digestOf(plan),
      }
    }),
    install: os.hooks.install.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const plan = await planFor(thread, errors)
      if (digestOf(plan) !== input.digest)
        throw errors.CONFLICT({
          message: 'The hooks have changed since they were shown. Nothing was written; look again.',
        })
      const done = await hooks.install(thread.repoPath, plan)
      if (!done.ok) throw faultOr(done.error, errors)
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: 'hooks installed',
        hooks: done.value,
        origin: context.origin,
      })
      return null
    }),
    remove: os.hooks.remove.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const done = await hooks.remove(thread.repoPath)
      if (!done.ok) throw errors.INVALID({ message: done.error.message })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: 'hooks removed',
        hooks: done.value,
        origin: context.origin,
      })
      return null
    }),
  }
}

/** Of a plan as it was shown. */
const digestOf = (plan: HookPlan): string => textHash(JSON.stringify(plan))
