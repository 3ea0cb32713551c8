import { existsSync } from 'node:fs'
import path from 'node:path'
import type { HubHere } from '../../../../shared/hub/status.ts'
import { isInstalled } from './server.ts'

export type Missing = HubHere & { readonly is: 'missing' }
const missing = (why: string, command: string | null): Missing => ({ is: 'missing', why, command })

/** In the order in which they are looked for. */
const INSTALLERS: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'sudo apt install postgresql'],
  [
    'dnf',
    'sudo dnf install postgresql-server && sudo postgresql-setup --initdb && sudo systemctl enable --now postgresql',
  ],
  ['zypper', 'sudo zypper install postgresql-server && sudo systemctl enable --now postgresql'],
  [
    'pacman',
    'sudo pacman -S postgresql && sudo -u postgres initdb -D /var/lib/postgres/data && sudo systemctl enable --now postgresql',
  ],
  ['brew', 'brew install postgresql@17 && brew services start postgresql@17'],
]

/** No server answers: it is not installed, or does not run. */
export async function noServer(): Promise<Missing> {
  if (process.platform === 'win32')
    return missing(
      'On Windows a PostgreSQL asks for its administrator’s password: threadbeat hub init asks for its address',
      'threadbeat hub init',
    )
  if (await isInstalled())
    return missing(
      'PostgreSQL is installed on this machine, but no running server of it was found',
      isOnPath('systemctl') ? 'sudo systemctl start postgresql' : null,
    )
  // An app of macOS that was not started in a terminal does not see brew.
  const isThere = (program: string): boolean =>
    program === 'brew' ? process.platform === 'darwin' : isOnPath(program)
  const command = INSTALLERS.find(([program]) => isThere(program))?.[1] ?? null
  return missing('No PostgreSQL was found on this machine', command)
}

/** The server does not know who runs Threadbeat. `user`: as the operating system calls them. */
export const noLogin = (user: string, folder: string, port: number): Missing =>
  missing(
    `The PostgreSQL at ${folder}, port ${port}, does not let ${JSON.stringify(user)} in without a password`,
    asItsUser(port, `createuser --createrole --createdb ${quoted(user)}`),
  )

export const noRights = (user: string, port: number): Missing =>
  missing(
    `The login ${JSON.stringify(user)} may not make databases and logins in this PostgreSQL`,
    asItsUser(port, `psql -c ${quoted(`alter role "${user.replaceAll('"', '""')}" createrole createdb`)}`),
  )

/** null: on macOS a server is its installer's, who has no such user. */
const asItsUser = (port: number, command: string): string | null =>
  process.platform === 'darwin'
    ? null
    : `sudo -u postgres ${port === 5432 ? '' : `env PGPORT=${port} `}${command}`

export const asksForPassword = (user: string, folder: string, port: number): Missing =>
  missing(
    `The PostgreSQL at ${folder}, port ${port}, asks ${JSON.stringify(user)} for a password: ` +
      'threadbeat hub init makes a hub with the address of its administrator',
    null,
  )

/** As Fedora configures it: who comes over the loopback is asked who they are there, and not for a password. */
export const noPasswords = (): Missing =>
  missing(
    'This PostgreSQL does not take passwords over the loopback: in its pg_hba.conf the line ' +
      '"host threadbeat all 127.0.0.1/32 scram-sha-256" has to stand above the other host lines; restart it then',
    null,
  )

export const noLoopback = (listening: string): Missing =>
  missing(
    `This PostgreSQL takes no connections over the loopback, only at ${JSON.stringify(listening)}: ` +
      'its listen_addresses need localhost',
    null,
  )

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, program)))

/** As a shell reads it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
