import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../shared/contract/api.ts'

const notHere = (): never => {
  throw new ORPCError('UNAVAILABLE', { message: 'The pretend host keeps nothing on disk.' })
}

/** Settings file, backups and archives of the pretend host, which has none; and its app. */
export function dataHandlers(record: (name: string, input: unknown) => void) {
  const os = implement(contract).$context<object>()
  return {
    settings: {
      reset: os.settings.reset.handler(notHere),
      file: os.settings.file.handler(() => ({
        path: null,
        problem: null,
        hand: [],
        set: [],
        bad: [],
        unknown: [],
      })),
      generations: os.settings.generations.handler(() => []),
      restore: os.settings.restore.handler(notHere),
      openFile: os.settings.openFile.handler(notHere),
    },
    backups: {
      list: os.backups.list.handler(notHere),
      make: os.backups.make.handler(notHere),
      restore: os.backups.restore.handler(notHere),
    },
    data: {
      exportTo: os.data.exportTo.handler(notHere),
      importPlan: os.data.importPlan.handler(notHere),
      importFrom: os.data.importFrom.handler(notHere),
      reset: os.data.reset.handler(notHere),
      cancel: os.data.cancel.handler(notHere),
      choose: os.data.choose.handler(notHere),
    },
    app: {
      autostart: os.app.autostart.handler(() => ({
        supported: true,
        on: false,
        text: 'By the entry ~/.config/autostart/threadbeat.desktop.',
      })),
      setAutostart: os.app.setAutostart.handler(notHere),
      showLogs: os.app.showLogs.handler(() => {
        throw new ORPCError('UNAVAILABLE', { message: 'There is no file manager here.' })
      }),
      report: os.app.report.handler(notHere),
      restart: os.app.restart.handler(({ input }) => (record('app.restart', input), null)),
    },
  }
}
