import { SECOND } from '../../../shared/base/time.ts'
import { tmpdir } from 'node:os'
import { userEnvironment } from '../process/user-environment.ts'
import { runGit } from './git-process.ts'

/**
 * Git asks nobody and starts no pager, editor or helper window. Variables of git itself that the person set
 * are theirs.
 */
export function gitEnvironment(): Record<string, string> {
  const own: Record<string, string> = {}
  for (const name of [
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_SSH',
    'GIT_SSH_COMMAND',
    'GIT_SSL_CAINFO',
  ]) {
    const value = process.env[name]
    if (value !== undefined) own[name] = value
  }
  return {
    ...userEnvironment(),
    ...own,
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_PROXY_COMMAND: '',
    GCM_INTERACTIVE: 'never',
  }
}

/** The person's own ssh command (never the repository's), told not to ask. */
export async function quietSsh(
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (environment['GIT_SSH'] !== undefined) return {}
  const configured =
    environment['GIT_SSH_COMMAND'] ?? (await configValue('core.sshCommand', environment)) ?? 'ssh'
  const isOpenSsh = /(?:^|[\\/\s])ssh(?:\.exe)?["']?(?:\s|$)/.test(configured)
  return {
    GIT_SSH_COMMAND: isOpenSsh
      ? `${configured} -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=10 -oServerAliveCountMax=2`
      : configured,
  }
}

async function configValue(
  key: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const answer = await runGit(['config', '--get', key], {
    folder: tmpdir(),
    environment,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    signal: undefined,
  })
  return answer.ok && answer.value.exitCode === 0 ? answer.value.stdout.trim() : null
}

export const DEFAULT_TIMEOUT_MS = 20 * SECOND
