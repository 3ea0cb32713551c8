import { MINUTE } from '../../../../shared/base/time.ts'
import { hostOf } from '../../git/facts/repo-facts.ts'
import { runProcess } from '../../process/process-runner.ts'
import { knownProgramPath } from '../../process/program-path.ts'
import { userEnvironment } from '../../process/user-environment.ts'
import { notChecked, passed, type CheckAnswer, type CheckContext } from './check.ts'

/** gh's own settings and sign-in: for gh only, never for what a repository brings along. */
const GH_VARIABLES = [
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
  'GH_HOST',
  'GH_CONFIG_DIR',
] as const

/** It asks one host a small question; it has no slow transfer that needs longer. */
const GH_MS = MINUTE

/** What asking gh needs of a check's surroundings. */
export type GhContext = Pick<
  CheckContext,
  'repository' | 'facts' | 'signal' | 'marker' | 'taskTimeoutMs' | 'onProcess' | 'overNetwork'
>

/**
 * Asks gh for JSON, after making sure that somebody is signed in: an answer nobody could get is not
 * "nothing to report".
 */
export async function askGh<T>(
  context: GhContext,
  args: readonly string[],
): Promise<{ json: T } | { answer: CheckAnswer }> {
  const not = (note: string) => ({ answer: notChecked(note) })
  if (context.facts.remoteUrl === null) return { answer: passed('no remote') }
  const host = hostOf(context.facts.remoteUrl)
  if (host === null) return { answer: passed('the remote is a folder: it has no pull requests or issues') }
  if ((await knownProgramPath('gh', userEnvironment())) === null)
    return not('gh is not installed: not checked')
  const environment = await context.repository.environment()
  if (!environment.ok) return not(`gh cannot be asked: ${environment.error.message}`)
  const ask = (words: readonly string[]) => runGh(context, environment.value, words)
  const signedIn = await ask(['auth', 'status', '--hostname', host])
  if (signedIn.exitCode !== 0) return not('gh is not signed in: not checked')
  const asked = await ask(args)
  if (asked.status === 'timed_out') return not('GitHub did not answer in time: not checked')
  if (asked.exitCode !== 0) {
    if (/no pull requests? found|no open pull requests/i.test(asked.stderr))
      return { answer: passed('no open pull requests') }
    if (/has disabled issues/i.test(asked.stderr)) return { answer: passed('issues are switched off') }
    if (/none of the git remotes/i.test(asked.stderr))
      return not('the remote is on no host that gh is signed in to: not checked')
    return not('GitHub could not be asked: not checked')
  }
  try {
    const json: unknown = JSON.parse(asked.stdout.trim() || '[]')
    return Array.isArray(json)
      ? { json: json as T }
      : not('gh gave an answer that cannot be read: not checked')
  } catch {
    return not('gh gave an answer that cannot be read: not checked')
  }
}

function runGh(context: GhContext, environment: Readonly<Record<string, string>>, args: readonly string[]) {
  const own = Object.fromEntries(
    GH_VARIABLES.map((name) => [name, process.env[name]]).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  const call = {
    argv: ['gh', ...args],
    folder: context.repository.location.path,
    // gh asks git about the repository: it gets the same protected view of it as we do.
    env: {
      ...environment,
      ...own,
      GIT_ALLOW_PROTOCOL: 'none',
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_PAGER: 'cat',
      NO_COLOR: '1',
    },
    stdin: null,
    marker: context.marker,
    deadlineMs: Math.min(context.taskTimeoutMs, GH_MS),
    capture: 'split' as const,
    onProcess: context.onProcess,
  }
  return context.overNetwork(() => runProcess(call, context.signal))
}
