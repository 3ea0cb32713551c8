import type { Result } from '../../../../shared/base/result.ts'
import { keepingOr, shellOr, type ApiErrors } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'

/** Backups, archives and resets. */
export function dataHandlers({ shell, keeping }: Pick<ApiParts, 'shell' | 'keeping'>) {
  return {
    backups: {
      list: os.backups.list.handler(({ errors }) => keepingOr(keeping, errors).backups.list()),
      make: os.backups.make.handler(async ({ errors }) =>
        valueOf(await keepingOr(keeping, errors).backups.make(), errors),
      ),
      plan: os.backups.plan.handler(async ({ input, errors }) => {
        const { differs, hash } = valueOf(await keepingOr(keeping, errors).backups.plan(input.name), errors)
        return { differs, hash }
      }),
      restore: os.backups.restore.handler(async ({ input, errors }) =>
        valueOf(await keepingOr(keeping, errors).backups.restore(input.name, input.hash), errors),
      ),
    },
    data: {
      exportTo: os.data.exportTo.handler(async ({ input, errors }) =>
        valueOf(await keepingOr(keeping, errors).data.exportTo(input.path, input), errors),
      ),
      importPlan: os.data.importPlan.handler(async ({ input, errors }) =>
        valueOf(await keepingOr(keeping, errors).data.plan(input.path, input.map), errors),
      ),
      importFrom: os.data.importFrom.handler(async ({ input, errors }) =>
        valueOf(await keepingOr(keeping, errors).data.importFrom(input.path, input.map, input), errors),
      ),
      reset: os.data.reset.handler(({ input, context, errors }) => {
        // Without a way back: whatever program finds the socket must not begin it, however it confirms.
        if (input.what === 'everything' && context.origin === 'socket')
          throw errors.INVALID({
            message:
              'A factory reset is asked for in the window only: Settings, Data & privacy. Nothing was changed.',
          })
        return keepingOr(keeping, errors).data.reset(input.what)
      }),
      cancel: os.data.cancel.handler(({ errors }) => {
        keepingOr(keeping, errors).data.cancel()
        return null
      }),
      choose: os.data.choose.handler(async ({ input, errors }) => ({
        path: await shellOr(shell, errors).chooseFile(input.what, 'threadbeat.zip'),
      })),
    },
  }
}

function valueOf<T>(result: Result<T, string>, errors: Pick<ApiErrors, 'INVALID'>): T {
  if (!result.ok) throw errors.INVALID({ message: result.error })
  return result.value
}
