import { randomUUID } from 'node:crypto'
import { delimiter, isAbsolute } from 'node:path'
import { SECOND } from '../../../shared/base/time.ts'
import { userEnvironment } from './user-environment.ts'
import { runProcess } from './process-runner.ts'
import { homeFolder } from '../disk/data-dir.ts'

const LIMIT_MS = 3 * SECOND
/** An interrupted start-up file is often gone past, and the answer comes after all. */
const GRACE = { interruptMs: 300, terminateMs: 100 }
let captured: Promise<string | null> | null = null

/**
 * PATH as a login shell of the person has it, asked for once per start of the app (or `again`). null: not
 * to be had.
 */
export function loginPath(again = false): Promise<string | null> {
  if (again || captured === null)
    captured = capturePath(process.env['SHELL'] ?? (process.platform === 'darwin' ? '/bin/zsh' : '/bin/bash'))
  return captured
}

/**
 * PATH for programs that the person set up. An app started from a terminal has it; one started from a
 * launcher often has a bare one, and then what the login shell adds comes after it.
 */
export async function sessionPath(
  source: NodeJS.ProcessEnv = process.env,
  login: () => Promise<string | null> = loginPath,
): Promise<string> {
  const own = userEnvironment(source)['PATH'] ?? ''
  return source['TERM'] === undefined ? joinPaths(own, await login()) : own
}

/** Each folder once, in order; what is not absolute would lead into the repository. */
export const joinPaths = (...paths: readonly (string | null)[]): string =>
  [
    ...new Set(paths.flatMap((path) => (path ?? '').split(delimiter)).filter((entry) => isAbsolute(entry))),
  ].join(delimiter)

/**
 * Start-up files of a shell print, fail and hang. So: an interactive login shell of its own, nothing to
 * read from, a limit, and the answer between two marks that nobody else prints. `printenv` shows the same
 * in every shell, fish included.
 */
export async function capturePath(
  shell: string,
  env: Readonly<Record<string, string>> = {},
  limitMs = LIMIT_MS,
): Promise<string | null> {
  if (process.platform === 'win32' || !isAbsolute(shell)) return null
  const mark = `threadbeat-${randomUUID()}`
  const result = await runProcess(
    {
      argv: [shell, '-ilc', `echo ${mark}; printenv PATH; echo ${mark}`],
      folder: homeFolder(),
      env,
      stdin: null,
      marker: mark,
      deadlineMs: limitMs,
      capture: 'split',
      grace: GRACE,
    },
    new AbortController().signal,
  )
  const said = new RegExp(`${mark}\\r?\\n([^\\n]*?)\\r?\\n${mark}`).exec(result.stdout)?.[1]
  return said === undefined || !said.split(delimiter).some((entry) => isAbsolute(entry)) ? null : said
}
