export const DATA_COPY = {
  privacy: (looksForUpdates: boolean): readonly (readonly [string, string])[] => [
    ['No telemetry', 'Threadbeat tells nobody about you: no statistics, no crash reports.'],
    [
      'What leaves this machine',
      'git asks your remotes for news, and gh, if it is installed, asks about pull requests and CI. ' +
        'Outgoing webhooks send what you chose to the addresses you gave. What an agent reads goes to ' +
        'its own maker, as it would in your terminal; Threadbeat adds its prompt and its tools. ' +
        (looksForUpdates
          ? 'github.com is asked for newer versions of Threadbeat at the start and once a day, as you have it under Updates.'
          : 'github.com is asked for newer versions of Threadbeat only where you press Look now.'),
    ],
    [
      'Nothing listens to the network',
      'Your own programs reach Threadbeat by a socket that nobody else may open. While an agent runs, ' +
        'its tools answer on this machine only, to that run alone. The local webhook is off until you ' +
        'switch it on.',
    ],
    [
      'In your repositories',
      'Threadbeat itself writes HEARTBEAT.md, and the one line that keeps it out of git, as you ' +
        'chose. Git hooks stand there only if you install them. What an agent may change is up to its ' +
        'permissions; a command you approved does what it does.',
    ],
  ],
  kept: 'What is kept where',
  folder: 'Data folder',
  folderPath: 'the path of the data folder',
  folderHelp: 'History, settings, approvals, backups and logs.',
  backups: 'Backups',
  backupsHelp:
    'Once a day, and before anything big. Each copy is checked to its last page. The newest seven of ' +
    'each kind are kept.',
  backUpNow: 'Back up now',
  backingUp: 'Copying…',
  backedUp: (size: string): string => `Backed up and checked: ${size}.`,
  backupsFailed: (why: string): string => `The backups could not be listed. ${why}`,
  restoreOf: (when: string): string => `Restore ${when}`,
  noBackups: 'There is no backup yet. The first is made a few minutes after the start.',
  verified: 'Checked',
  notVerified: 'Not checked',
  damaged: 'Damaged',
  why: {
    daily: 'Daily',
    asked: 'Asked for',
    'before-schema': 'Before an update',
    'before-restore': 'Before a restore',
    'before-import': 'Before an import',
    'before-clear': 'Before clearing',
  } as Readonly<Record<string, string | undefined>>,
  restore: 'Restore…',
  restoreTitle: (when: string): string => `Go back to the history of ${when}?`,
  restoreText:
    'Runs, messages and threads added since then are put aside with today’s history, which stays as a ' +
    'backup. Repositories are not touched. It happens when Threadbeat starts again.',
  restoreDiffers: 'Otherwise than now, it executes or allows:',
  restoreYes: 'Restore at the next start',
  pendingTitle: 'At the next start:',
  restartNow: 'Restart now',
  dontDo: 'Do not do it',
  notDone: 'Not done at this start:',
  cancelled: 'Nothing waits for the next start any more.',
  archive: 'Export and import',
  export: 'Export everything',
  exportHelp:
    'One zip: settings, threads, history, HEARTBEAT.md of trusted repositories, and knowledge pages. ' +
    'Secrets stay out unless you say so.',
  exportButton: 'Export…',
  exporting: 'Exporting…',
  withSecrets: 'With secrets',
  exported: (threads: string, runs: string, size: string): string =>
    `Exported ${threads} and ${runs}, ${size}.`,
  leftOut: (n: string): string => `${n} left out. Fill them in after an import.`,
  import: 'Import',
  importHelp: 'Look inside an exported zip first. Nothing changes before you say so.',
  importButton: 'Import…',
  reading: 'Reading the archive…',
  move: 'Move to another machine',
  moveHelp: 'Four steps, with everything in its place at the end.',
  moveButton: 'Show how…',
  moveSteps: [
    [
      'On the old machine: export',
      'One zip with everything. Quit Threadbeat there afterwards, so that no two machines beat the same repositories.',
    ],
    ['Carry it over', 'The zip, and your repositories: copied, or cloned again.'],
    [
      'On the new machine: import',
      'It shows each thread first. If folders lie elsewhere, say so once for all of them, or locate ' +
        'those that are missing one by one.',
    ],
    [
      'Restart, sign in, trust',
      'Agents are signed in again here, secrets are filled in again, each repository is trusted again, and ' +
        'jobs are resumed: what another machine wrote brings no trust.',
    ],
  ],
  reset: 'Reset',
  resetSettings: 'Reset settings',
  resetSettingsHelp:
    'Every setting of these pages gets its built-in value. Threads, budgets and history stay. What ' +
    'was set can be restored under Advanced.',
  resetSettingsTitle: 'Reset all settings?',
  resetSettingsDone: 'All settings have their built-in values.',
  clear: 'Clear history',
  clearHelp:
    'Runs, outputs, due times and settled alerts go. Threads, settings, approvals and what was spent stay.',
  clearTitle: 'Clear the whole history?',
  clearText:
    'Runs, outputs and due times of all threads are removed at the next start. Today’s state stays as ' +
    'a backup; delete that too if it should be gone for good. Repositories are not touched.',
  clearYes: 'Clear at the next start',
  factory: 'Factory reset',
  factoryHelp: 'Everything Threadbeat keeps is removed, also backups and logs. Repositories are not touched.',
  factoryTitle: 'Remove everything Threadbeat keeps?',
  factoryText:
    'Threads, history, settings, approvals, backups and logs are removed at the next start. This ' +
    'cannot be undone; export everything first if you may want it back, without its trust. Repositories, their ' +
    'HEARTBEAT.md and git hooks you installed are not touched.',
  factoryYes: 'Remove everything at the next start',
} as const

export const IMPORT_COPY = {
  title: 'What is in this archive',
  from: (when: string, app: string): string => `Exported ${when} by Threadbeat ${app}.`,
  whole: 'Nothing is here yet, so every thread is taken over.',
  state: { new: 'New', same: 'Same', conflict: 'Conflict' } as const,
  choice: { mine: 'Keep mine', theirs: 'Take theirs', both: 'Both' } as const,
  newChoice: { mine: 'Leave out', theirs: 'Bring in' } as const,
  bothHelp: 'Both: your settings of the thread, with the runs of the two histories.',
  moveFrom: 'Folder there',
  moveTo: 'Folder here',
  remap: 'Look again',
  remapHelp:
    'If the repositories lie elsewhere on this machine: one beginning of their paths, and what it is here.',
  signed:
    'This data folder wrote the archive, so that its trust, approvals and permissions can come as well: you say so below.',
  held:
    'They do not come as you have it now: each thread waits for your trust and each command for your approval, and jobs ' +
    'are paused.',
  keepTrust: 'Keep trust, approvals and permissions where the folder is the same',
  brings: (name: string): string => `What ${name} executes and allows`,
  bringsFleet: 'What the fleet sends',
  withSettings: (n: string): string => `Take over ${n}`,
  missing: 'No repository there. It can be located later, too.',
  locate: 'Locate…',
  locateWhat: (name: string): string => `Locate the repository of ${name}`,
  go: (n: string): string => `Import ${n} at the next start`,
  none: 'Nothing chosen',
  theSettings: 'the settings',
  threads: 'Threads of the archive',
  whatToDo: (name: string): string => `What to do with ${name}`,
  hereRuns: (n: number): string => `, here ${n}`,
  different: (parts: string): string => `Different: ${parts}`,
  secrets: (n: string): string => `${n} came without their values; fill them in after the import.`,
} as const
