import path from 'node:path'

/** What has to be known of this machine; all of it can be made up in tests. */
export interface ServiceFacts {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly command: readonly string[] // the command line, by whole paths
  readonly dataDir: string | null // null: the usual one
  readonly uid: number | null // null: the system has none
}

/** How `threadbeat serve` is started at login and kept running. */
export type ServiceWay =
  | {
      readonly kind: 'file'
      readonly by: 'systemd' | 'launchd'
      readonly file: string
      readonly text: string
      readonly on: readonly (readonly string[])[] // programs with their arguments, one after the other
      readonly off: readonly (readonly string[])[]
      readonly asks: readonly string[] // ends with 0 while it runs
      readonly stands: readonly string[] | null // ends with 0 where it starts at login; null: as soon as it is written
      readonly also: string | null // what the person may do in addition
    }
  | {
      readonly kind: 'task'
      readonly by: 'Task Scheduler'
      readonly on: readonly (readonly string[])[]
      readonly off: readonly (readonly string[])[]
      readonly asks: readonly string[]
    }
  | { readonly kind: 'none'; readonly why: string }

const UNIT = 'threadbeat.service'
const LABEL = 'app.threadbeat.serve'
const TASK = 'Threadbeat'

/** Pure. */
export function serviceWay(facts: ServiceFacts): ServiceWay {
  const words = [...facts.command, ...(facts.dataDir === null ? [] : ['--data-dir', facts.dataDir]), 'serve']
  if (words.some((word) => /[\u0000-\u001f\u007f]/.test(word)))
    return { kind: 'none', why: 'A path of this copy, or of its data, has a sign that no service can hold.' }
  if (facts.platform === 'linux') return systemd(facts, words)
  if (facts.platform === 'darwin') return launchd(facts, words)
  if (facts.platform === 'win32') return task(words)
  return { kind: 'none', why: `Threadbeat knows no way to run as a service on ${facts.platform}.` }
}

function systemd({ home, env }: ServiceFacts, words: readonly string[]): ServiceWay {
  const program = words[0] ?? ''
  if (!PLAIN.test(program) && program.includes('='))
    return { kind: 'none', why: `systemd starts no program with such a path: ${program}` }
  const config = env['XDG_CONFIG_HOME']
  const folder =
    config !== undefined && path.posix.isAbsolute(config) ? config : path.posix.join(home, '.config')
  const systemctl = (...args: readonly string[]): readonly string[] => ['systemctl', '--user', ...args]
  return {
    kind: 'file',
    by: 'systemd',
    file: path.posix.join(folder, 'systemd/user', UNIT),
    // systemd takes any path as an argument, and only a plain one as a program.
    text: unitText(PLAIN.test(program) ? words : ['/usr/bin/env', ...words]),
    // Restarted, because one that runs may be of another copy.
    on: [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
    off: [systemctl('disable', '--now', UNIT)],
    asks: systemctl('is-active', '--quiet', UNIT),
    stands: systemctl('is-enabled', '--quiet', UNIT),
    also: 'It ends when you log out. To let it go on: loginctl enable-linger',
  }
}

const PLAIN = /^[\w@+=:,./-]+$/

/**
 * What ends by itself with 1 or 2 has refused to start (another one has the data, the history is damaged): starting it
 * again would not help, and would say the same for ever.
 */
const unitText = (words: readonly string[]): string => `# Written by threadbeat service install.
[Unit]
Description=Threadbeat, heartbeats for your local repositories
StartLimitIntervalSec=600
StartLimitBurst=5

[Service]
ExecStart=${words.map(unitWord).join(' ')}
Restart=on-failure
RestartPreventExitStatus=1 2
RestartSec=10
KillMode=mixed
TimeoutStopSec=30

[Install]
WantedBy=default.target
`

/** As systemd.syntax and systemd.service have it: a percent sign and a dollar sign stand twice. */
const unitWord = (word: string): string =>
  `"${word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', () => '$$')}"`

function launchd({ home, uid }: ServiceFacts, words: readonly string[]): ServiceWay {
  const file = path.posix.join(home, 'Library/LaunchAgents', `${LABEL}.plist`)
  const domain = `gui/${uid ?? 501}`
  return {
    kind: 'file',
    by: 'launchd',
    file,
    text: plistText(words),
    on: [['launchctl', 'bootstrap', domain, file]],
    off: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    asks: ['launchctl', 'print', `${domain}/${LABEL}`],
    stands: null,
    also: null,
  }
}

const plistText = (words: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by threadbeat service install. -->
<plist version="1.0">
  <dict>
    <key>Label</key>
    <string>${LABEL}</string>
    <key>ProgramArguments</key>
    <array>
${words.map((word) => `      <string>${xml(word)}</string>\n`).join('')}    </array>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
      <key>Crashed</key>
      <true/>
    </dict>
    <key>ProcessType</key>
    <string>Background</string>
  </dict>
</plist>
`

const xml = (word: string): string =>
  word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function task(words: readonly string[]): ServiceWay {
  const line = words.map((word) => (/[\s"]/.test(word) ? `"${word}"` : word)).join(' ')
  return {
    kind: 'task',
    by: 'Task Scheduler',
    on: [
      ['schtasks', '/Create', '/F', '/TN', TASK, '/SC', 'ONLOGON', '/TR', line],
      ['schtasks', '/Run', '/TN', TASK],
    ],
    off: [
      ['schtasks', '/End', '/TN', TASK],
      ['schtasks', '/Delete', '/F', '/TN', TASK],
    ],
    asks: ['schtasks', '/Query', '/TN', TASK],
  }
}
