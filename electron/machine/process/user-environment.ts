import { isAbsolute, delimiter } from 'node:path'

/**
 * Variables of the person's session that a child process may see. Everything else (ours, Electron's,
 * Node's, tokens) stays here.
 */
const PASSED_ON: readonly RegExp[] = [
  /^(?:HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP)$/,
  /^LC_[A-Z]+$/,
  /^XDG_[A-Z_]+$/,
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|DBUS_SESSION_BUS_ADDRESS)$/,
  /^(?:https?|all|no|ftp)_proxy$/i,
  /^(?:SSL_CERT_FILE|SSL_CERT_DIR)$/,
  // Windows cannot start a program without these.
  /^(?:SystemRoot|SystemDrive|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|ProgramFiles(?:\(x86\))?|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|windir|NUMBER_OF_PROCESSORS|OS)$/i,
]

export type Environment = Readonly<Record<string, string>>

/** The allow-listed part of an environment, with a PATH that cannot lead into the working folder. */
export function userEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept: Record<string, string> = { PATH: searchPath(source) }
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && PASSED_ON.some((rule) => rule.test(name))) kept[name] = value
  }
  return kept
}

/**
 * PATH without relative entries (the child's folder is a repository, whose files must not stand in for
 * programs) and without what npm put in front of it when the app was started by an npm script.
 */
function searchPath(source: NodeJS.ProcessEnv): string {
  const value =
    Object.entries(source).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ??
    '/usr/local/bin:/usr/bin:/bin'
  const byNpm = source['npm_execpath'] !== undefined || source['npm_lifecycle_event'] !== undefined
  return value
    .split(delimiter)
    .filter(
      (entry) =>
        isAbsolute(entry) &&
        !(byNpm && /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]node-gyp-bin[\\/]?$/.test(entry)),
    )
    .join(delimiter)
}
