import { implement } from '@orpc/server'
import { contract } from '../../../shared/contract/api.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import type { Shell } from '../ports/desktop.ts'
import type { Keeping } from '../ports/disk.ts'
import type { ApiErrors } from './lookup.ts'

/** Backups, archives, resets, logs and the start at login. */
export function dataHandlers({ shell, keeping }: Pick<ApiParts, 'shell'> & { keeping: ApiParts['keeping'] }) {
  const os = implement(contract).$context<ApiContext>()
  const kept = (errors: Pick<ApiErrors, 'UNAVAILABLE'>): Keeping => {
    if (keeping === undefined) throw errors.UNAVAILABLE({ message: 'This history is in no data folder.' })
    return keeping
  }
  const shellOr = (errors: Pick<ApiErrors, 'UNAVAILABLE'>): Shell => {
    if (shell === null) throw errors.UNAVAILABLE({ message: 'Threadbeat runs without a window here.' })
    return shell
  }
  const valueOf = <T>(result: Result<T, string>, errors: Pick<ApiErrors, 'INVALID'>): T => {
    if (!result.ok) throw errors.INVALID({ message: result.error })
    return result.value
  }
  return {
    backups: {
      list: os.backups.list.handler(({ errors }) => kept(errors).backups.list()),
      make: os.backups.make.handler(async ({ errors }) => valueOf(await kept(errors).backups.make(), errors)),
      restore: os.backups.restore.handler(async ({ input, errors }) =>
        valueOf(await kept(errors).backups.restore(input.name), errors),
      ),
    },
    data: {
      exportTo: os.data.exportTo.handler(async ({ input, errors }) =>
        valueOf(await kept(errors).data.exportTo(input.path, input), errors),
      ),
      importPlan: os.data.importPlan.handler(async ({ input, errors }) =>
        valueOf(await kept(errors).data.plan(input.path, input.map), errors),
      ),
      importFrom: os.data.importFrom.handler(async ({ input, errors }) =>
        valueOf(await kept(errors).data.importFrom(input.path, input.map, input), errors),
      ),
      reset: os.data.reset.handler(({ input, context, errors }) => {
        // Without a way back: whatever program finds the socket must not begin it, however it confirms.
        if (input.what === 'everything' && context.origin === 'socket')
          throw errors.INVALID({
            message:
              'A factory reset is asked for in the window only: Settings, Data & privacy. Nothing was changed.',
          })
        return kept(errors).data.reset(input.what)
      }),
      cancel: os.data.cancel.handler(({ errors }) => {
        kept(errors).data.cancel()
        return null
      }),
      choose: os.data.choose.handler(async ({ input, errors }) => ({
        path: await shellOr(errors).chooseFile(input.what, 'threadbeat.zip'),
      })),
    },
    app: {
      autostart: os.app.autostart.handler(
        () =>
          shell?.autostart.state() ?? {
            supported: false,
            on: false,
            text: 'Threadbeat runs without a window here.',
          },
      ),
      setAutostart: os.app.setAutostart.handler(({ input, errors }) => {
        try {
          return shellOr(errors).autostart.set(input.on)
        } catch (error) {
          throw errors.UNAVAILABLE({
            message: `The system did not take it: ${error instanceof Error ? error.message : String(error)}`,
          })
        }
      }),
      showLogs: os.app.showLogs.handler(async ({ errors }) => {
        const problem = await shellOr(errors).openPath(kept(errors).logFolder)
        if (problem !== null)
          throw errors.UNAVAILABLE({ message: `${kept(errors).logFolder} could not be opened: ${problem}` })
        return null
      }),
      report: os.app.report.handler(async ({ errors }) => ({ text: await kept(errors).report() })),
      restart: os.app.restart.handler(async ({ errors }) => {
        await shellOr(errors).restart()
        return null
      }),
    },
  }
}
