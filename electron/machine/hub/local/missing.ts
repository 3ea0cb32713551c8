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
  ['pacman', 'sudo pacman -S postgresql'],
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
      'PostgreSQL is installed on this machine, but no server runs',
      isOnPath('systemctl') ? 'sudo systemctl start postgresql' : null,
    )
  const command = INSTALLERS.find(([program]) => isOnPath(program))?.[1] ?? null
  return missing('No PostgreSQL is installed on this machine', command)
}

/** The server does not know who runs Threadbeat, or asks for a password. `user`: as the operating system calls them. */
export const noLogin = (user: string, folder: string, port: number): Missing =>
  missing(
    `The PostgreSQL at ${folder}, port ${port}, does not let ${JSON.stringify(user)} in without a password`,
    `${asItsUser(port)}createuser --createrole --createdb ${quoted(user)}`,
  )

export const noRights = (user: string, port: number): Missing =>
  missing(
    `The login ${JSON.stringify(user)} may not make databases and logins in this PostgreSQL`,
    `${asItsUser(port)}psql -c ${quoted(`alter role "${user.replaceAll('"', '""')}" createrole createdb`)}`,
  )

const asItsUser = (port: number): string => `sudo -u postgres ${port === 5432 ? '' : `env PGPORT=${port} `}`

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
