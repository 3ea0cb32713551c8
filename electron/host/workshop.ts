import { execFile } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { DAY, HOUR, MINUTE, type Instant } from '../../shared/base/time.ts'

/** Where one repository is made. */
export interface Workshop {
  readonly path: string
  readonly now: Instant
  git(...args: string[]): Promise<string>
  init(): Promise<void>
  /** A repository with two commits and without a remote. */
  start(): Promise<void>
  /** The same, pushed to a bare repository beside it that serves as origin. */
  withRemote(): Promise<void>
  write(file: string, text: string): Promise<void>
  commit(message: string, files: Readonly<Record<string, string>>, at: Instant): Promise<void>
  exclude(line: string): Promise<void>
  /** Another repository that this one was made from, kept among the remotes. */
  beside(role: string): Workshop
}

const run = promisify(execFile)

/** `remote`: where its bare remote goes, if it gets one. */
export function workshopAt(path: string, remote: string, now: Instant): Workshop {
  const gitAt = async (at: Instant, args: readonly string[]): Promise<string> => {
    const folder =
      args[0] === 'init' || args[0] === 'clone' || args.includes('clone') ? join(remote, '..') : path
    const { stdout } = await run('git', [...args], { cwd: folder, env: makerEnvironment(at) })
    return stdout
  }
  const w: Workshop = {
    path,
    now,
    git: (...args) => gitAt(now - 6 * HOUR, args),
    async init() {
      await gitAt(now, ['init', '-q', '-b', 'main', path])
    },
    async start() {
      await w.init()
      await w.commit(
        'Begin',
        { 'README.md': `# ${basename(path)}\n`, 'src/index.txt': 'hello\n' },
        now - 9 * DAY,
      )
      await w.commit('Say more', { 'src/index.txt': 'hello there\n' }, now - 30 * HOUR)
    },
    async withRemote() {
      await w.start()
      await gitAt(now, ['init', '-q', '--bare', '-b', 'main', remote])
      await w.git('remote', 'add', 'origin', remote)
      await w.git('push', '-q', '-u', 'origin', 'main')
      await w.git('remote', 'set-head', 'origin', 'main')
    },
    async write(file, text) {
      await mkdir(join(path, file, '..'), { recursive: true })
      await writeFile(join(path, file), text)
    },
    async commit(message, files, at) {
      for (const [file, text] of Object.entries(files)) {
        await w.write(file, text)
        await utimes(join(path, file), new Date(at), new Date(at))
      }
      await w.git('add', '--', ...Object.keys(files))
      await gitAt(at, ['commit', '-q', '-m', message])
    },
    async exclude(line) {
      await mkdir(join(path, '.git', 'info'), { recursive: true })
      await writeFile(join(path, '.git', 'info', 'exclude'), `${line}\n`)
    },
    beside: (role) =>
      workshopAt(
        `${remote.slice(0, -'.git'.length)}-${role}`,
        `${remote.slice(0, -'.git'.length)}-${role}.git`,
        now - MINUTE,
      ),
  }
  return w
}

/**
 * Nothing of this machine's git settings, a fixed author and fixed dates: the same input gives the same
 * commit ids.
 */
function makerEnvironment(at: Instant): NodeJS.ProcessEnv {
  const date = `${Math.floor(at / 1000)} +0000`
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Sam Maker',
    GIT_AUTHOR_EMAIL: 'sam@example.invalid',
    GIT_COMMITTER_NAME: 'Sam Maker',
    GIT_COMMITTER_EMAIL: 'sam@example.invalid',
    GIT_TEMPLATE_DIR: '', // without a dozen sample hooks in each
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_TERMINAL_PROMPT: '0',
    // No further process after each commit that looks whether there is something to tidy up.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'gc.auto',
    GIT_CONFIG_VALUE_0: '0',
    GIT_CONFIG_KEY_1: 'maintenance.auto',
    GIT_CONFIG_VALUE_1: 'false',
  }
}
