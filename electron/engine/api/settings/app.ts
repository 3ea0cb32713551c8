import { faultOr, keepingOr, launcherOr, shellOr, type ApiErrors } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'
import type { CommandLineView } from '../../../../shared/contract/app.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { updateHandlers } from './updates.ts'

type AppParts = Pick<ApiParts, 'ports' | 'store' | 'shell' | 'keeping' | 'launcher' | 'diagnose'>

/** The app itself: its start at login, its logs, whether it works. */
export function appHandlers({ ports, store, shell, keeping, launcher, diagnose }: AppParts) {
  return {
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
          return shellOr(shell, errors).autostart.set(input.on)
        } catch (error) {
          throw errors.UNAVAILABLE({
            message: `The system did not take it: ${messageOf(error)}`,
          })
        }
      }),
      commandLine: os.app.commandLine.handler(({ errors }) => launcherOr(launcher, errors).state()),
      installCommand: os.app.installCommand.handler(async ({ errors }) =>
        changed(await launcherOr(launcher, errors).install(), errors),
      ),
      removeCommand: os.app.removeCommand.handler(async ({ errors }) =>
        changed(await launcherOr(launcher, errors).remove(), errors),
      ),
      showLogs: os.app.showLogs.handler(async ({ errors }) => {
        const problem = await shellOr(shell, errors).openPath(keepingOr(keeping, errors).logFolder)
        if (problem !== null)
          throw errors.UNAVAILABLE({
            message: `${keepingOr(keeping, errors).logFolder} could not be opened: ${problem}`,
          })
        return null
      }),
      report: os.app.report.handler(async ({ errors }) => ({
        text: await keepingOr(keeping, errors).report(),
      })),
      ...updateHandlers({ store, shell }),
      restart: os.app.restart.handler(async ({ errors }) => {
        await shellOr(shell, errors).restart()
        return null
      }),
    },
    doctor: os.doctor.handler(({ input }) => diagnose(input?.terminalFinds ?? null)),
    testNotification: os.testNotification.handler(async () => {
      const shown = await ports.notifier.show({
        alertId: null,
        threadId: null,
        runId: null,
        severity: 'warning',
        title: 'Threadbeat',
        body: 'This is how an alert looks.',
      })
      return { shown: shown.ok, why: shown.ok ? null : shown.error.message }
    }),
    demo: {
      open: os.demo.open.handler(async ({ errors }) => {
        if (shell === null)
          throw errors.UNAVAILABLE({
            message: 'Threadbeat runs without a window here. Start the demo with: threadbeat serve --demo',
          })
        await shell.openDemo()
        return null
      }),
    },
  }
}

function changed(
  done: Result<CommandLineView, Fault>,
  errors: Pick<ApiErrors, 'INVALID' | 'CONFLICT'>,
): CommandLineView {
  if (!done.ok) throw faultOr(done.error, errors)
  return done.value
}
