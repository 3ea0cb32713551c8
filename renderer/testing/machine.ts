import type { MissingRunner } from '../../shared/agents/agent-names.ts'
import type { Check } from '../../shared/contract/app.ts'
import { createUpdates, type Feed } from '../../electron/desktop/updates/updates.ts'
import { fault } from '../../shared/base/faults.ts'
import { err, ok } from '../../shared/base/result.ts'
import type { FoundRunner } from '../../electron/engine/ports/agents.ts'
import type { HandOver, Opener, Shell, Updates } from '../../electron/engine/ports/desktop.ts'
import type { Ports } from '../../electron/engine/ports/ports.ts'
import type { ScanStep } from '../../electron/engine/ports/repositories.ts'
import type { WebhookServer, WebhookServerOptions } from '../../electron/machine/network/webhook-server.ts'

/** What the machine around the engine is like, as far as a test cares. */
export interface Machine {
  /** Why the system refuses a key for everywhere; null: it takes it. */
  noShortcut: string | null
  /** What the dialog for a file answers. */
  file: string
  /** What the folder dialog answers. */
  folders: readonly string[]
  /** Agent CLIs that are installed. */
  runners: readonly FoundRunner[]
  /** What is said of each runner that is chosen; null: it is there. */
  missing: MissingRunner | null
  /** Repositories below any folder. */
  repositories: readonly ScanStep[]
  openers: readonly Opener[]
  /** Why the system's notification settings cannot be opened; null: they can. */
  noNotificationSettings: string | null
  doNotDisturb: boolean | null
  /** Why no file can be shown; null: one can. */
  noFileManager: string | null
  /** Why no terminal opens; null: one does. */
  noTerminal: string | null
  checks: readonly Check[]
  /** Where newer versions come from. */
  updates: Feed
}

export const USUAL_MACHINE: Machine = {
  noShortcut: null,
  file: '/tmp/threadbeat.zip',
  folders: [],
  runners: [],
  missing: null,
  repositories: [],
  openers: [
    { key: 'code', what: 'editor', name: 'VS Code' },
    { key: 'zed', what: 'editor', name: 'Zed' },
    { key: 'kitty', what: 'terminal', name: 'kitty' },
    { key: 'files', what: 'files', name: 'File manager' },
  ],
  noNotificationSettings: null,
  doNotDisturb: null,
  noFileManager: null,
  noTerminal: null,
  checks: [],
  updates: { find: async () => null, load: async () => undefined, install: () => undefined },
}

export const withMachine = (machine: Machine, usual: Ports): Ports => ({
  ...usual,
  runners: { ...usual.runners, find: async () => machine.runners, missing: async () => machine.missing },
  notifier: { ...usual.notifier, doNotDisturb: () => machine.doNotDisturb },
  repositories: {
    ...usual.repositories,
    async *scan() {
      yield* machine.repositories
    },
  },
})

export const updatesOf = (machine: Machine): Updates =>
  createUpdates({
    current: '0.1.0',
    way: 'self',
    why: null,
    now: () => 0,
    feed: async () => machine.updates,
    openPage: () => undefined,
  })

export const shellOf = (machine: Machine, updates: Updates): Shell => ({
  openPath: async () => machine.noFileManager,
  chooseFile: async () => machine.file,
  restart: async () => undefined,
  updates,
  autostart: {
    state: () => ({
      supported: true,
      on: false,
      text: 'By the entry ~/.config/autostart/threadbeat.desktop.',
    }),
    set: (on) => ({ supported: true, on, text: 'By the entry ~/.config/autostart/threadbeat.desktop.' }),
  },
  chooseFolders: async () => machine.folders,
  reveal: async () => undefined,
  openers: async () => machine.openers,
  openFolder: async () => true,
  openExternal: async () => undefined,
  showWindow: async () => undefined,
  quit: async () => undefined,
  openDemo: async () => undefined,
  notificationSettings: { whyNot: async () => machine.noNotificationSettings, open: async () => true },
  takeGlobalShortcut: () => machine.noShortcut,
})

/** Takes no port of this machine, so that tests may run beside each other and beside the app. */
export const webhookServer = ({ port }: WebhookServerOptions): WebhookServer => ({
  start: async () => ok({ port }),
  close: async () => undefined,
})

export const handOverOf = (machine: Machine): HandOver => ({
  platform: 'linux',
  write: async (name) => ok({ file: `/data/hand-over/${name}`, folder: '/data/hand-over' }),
  open: async () =>
    machine.noTerminal === null ? ok(null) : err(fault('agent.spawn_failed', machine.noTerminal)),
})
