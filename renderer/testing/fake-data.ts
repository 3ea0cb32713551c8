import { implement, ORPCError } from '@orpc/server'
import type { SettingsFileView, SettingsGeneration } from '../../shared/contract/app.ts'
import type { BackupsView, ImportPlan } from '../../shared/contract/archive.ts'
import { contract } from '../../shared/contract/api.ts'
import { SETTING_ROWS } from '../../shared/settings/setting-rows.ts'
import { DEFAULT_SETTINGS, isDefault, type Settings } from '../../shared/settings/settings.ts'

interface Deps {
  readonly record: (name: string, input: unknown) => void
  readonly settings: () => Settings
  readonly set: (change: Partial<Settings>) => Settings
}
const AT = Date.UTC(2026, 10, 20, 8)

const sampleImportPlan: ImportPlan = {
  exportedAt: '2026-11-20T08:00:00.000Z',
  app: '0.1.0',
  whole: false,
  settings: 2,
  leftOut: ['threads thr_1 agent.env.API_KEY'],
  threads: [
    {
      id: 'thr_1',
      number: 2,
      name: 'payments-api',
      repoPath: '/home/ada/src/payments-api',
      runs: 40,
      state: 'same',
      differences: [],
      mine: { number: 2, name: 'payments-api', runs: 40 },
      missing: null,
      executes: null,
      trusted: true,
    },
    {
      id: 'thr_2',
      number: 3,
      name: 'web-shop',
      repoPath: '/home/ada/src/web-shop',
      runs: 12,
      state: 'conflict',
      differences: ['pace', '4 runs that are not here'],
      mine: { number: 3, name: 'web-shop', runs: 9 },
      missing: null,
      executes: ['/bin/agent'],
      trusted: true,
    },
    {
      id: 'thr_3',
      number: 4,
      name: 'infra',
      repoPath: '/srv/infra',
      runs: 3,
      state: 'new',
      differences: [],
      mine: null,
      missing: 'no such folder',
      executes: null,
      trusted: false,
    },
  ],
}

/** Settings file, backups and archives of the pretend host. */
export function dataHandlers({ record, settings, set }: Deps) {
  const os = implement(contract).$context<object>()
  let backups: BackupsView = {
    folder: '/home/ada/.local/share/threadbeat/backups',
    problem: null,
    notDone: null,
    making: false,
    pending: null,
    backups: [
      { name: 'daily-2026-11-20T08-00-00Z.db', at: AT, bytes: 4_200_000, why: 'daily', verified: true },
      { name: 'before-schema-7.db', at: AT - 9e8, bytes: 3_100_000, why: 'before-schema', verified: null },
    ],
  }
  const generations: readonly SettingsGeneration[] = [
    { id: '1', at: AT, by: 'app', changes: [{ key: 'theme', now: '"dark"', then: null }] },
  ]
  const wait = (kind: 'restore' | 'import' | 'clear' | 'factory', text: string) =>
    (backups = { ...backups, pending: { kind, askedAt: AT, text } }).pending!
  const file = (): SettingsFileView => ({
    path: '/home/ada/.local/share/threadbeat/settings.json',
    problem: null,
    hand: settings().maxRuns === 3 ? ['maxRuns'] : [],
    set: SETTING_ROWS.map((r) => r.key).filter((key) => !isDefault(key, settings()[key])),
    bad: [],
    unknown: [],
  })
  return {
    settings: {
      reset: os.settings.reset.handler(({ input }) => {
        record('settings.reset', input)
        return set(
          Object.fromEntries(
            (input.keys ?? SETTING_ROWS.map((r) => r.key)).map((key) => [
              key,
              DEFAULT_SETTINGS[key as keyof Settings],
            ]),
          ),
        )
      }),
      file: os.settings.file.handler(file),
      generations: os.settings.generations.handler(() => generations),
      restore: os.settings.restore.handler(({ input }) => (record('settings.restore', input), settings())),
      openFile: os.settings.openFile.handler(() => (record('settings.openFile', null), null)),
    },
    backups: {
      list: os.backups.list.handler(() => backups),
      make: os.backups.make.handler(() => {
        record('backups.make', null)
        const made = {
          name: 'asked-2026-11-21T08-00-00Z.db',
          at: AT + 8.64e7,
          bytes: 4_300_000,
          why: 'asked',
          verified: true,
        }
        backups = { ...backups, backups: [made, ...backups.backups] }
        return made
      }),
      restore: os.backups.restore.handler(
        ({ input }) => (
          record('backups.restore', input),
          wait('restore', `The backup ${input.name} takes the place of today’s history.`)
        ),
      ),
    },
    data: {
      exportTo: os.data.exportTo.handler(
        ({ input }) => (
          record('data.exportTo', input),
          { path: input.path, threads: 43, runs: 1200, bytes: 2_000_000, leftOut: ['a'], missed: [] }
        ),
      ),
      importPlan: os.data.importPlan.handler(
        ({ input }) => (record('data.importPlan', input), sampleImportPlan),
      ),
      importFrom: os.data.importFrom.handler(
        ({ input }) => (record('data.importFrom', input), wait('import', '2 threads of an archive come in.')),
      ),
      reset: os.data.reset.handler(
        ({ input }) => (
          record('data.reset', input),
          wait(input.what === 'history' ? 'clear' : 'factory', 'The history is cleared.')
        ),
      ),
      cancel: os.data.cancel.handler(() => {
        record('data.cancel', null)
        backups = { ...backups, pending: null }
        return null
      }),
      choose: os.data.choose.handler(({ input }) => ({
        path: input.what === 'save' ? '/home/ada/threadbeat.zip' : '/home/ada/old.zip',
      })),
    },
    app: {
      autostart: os.app.autostart.handler(() => ({
        supported: true,
        on: false,
        text: 'By the entry ~/.config/autostart/threadbeat.desktop.',
      })),
      setAutostart: os.app.setAutostart.handler(
        ({ input }) => (
          record('app.setAutostart', input),
          { supported: true, on: input.on, text: 'By the entry ~/.config/autostart/threadbeat.desktop.' }
        ),
      ),
      showLogs: os.app.showLogs.handler(() => {
        throw new ORPCError('UNAVAILABLE', { message: 'There is no file manager here.' })
      }),
      report: os.app.report.handler(() => ({ text: 'Threadbeat 0.1.0' })),
      restart: os.app.restart.handler(({ input }) => (record('app.restart', input), null)),
    },
  }
}
