import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DAY, HOUR, type Instant } from '../../shared/base/time.ts'
import { workshopAt, type Workshop } from './workshop.ts'

/**
 * Real git repositories in known states, made without a network. Used by the demo, the tests and the
 * end-to-end tests.
 */
export const REPOSITORY_STATES = [
  'clean',
  'dirty',
  'ahead',
  'behind',
  'conflicting',
  'merge_in_progress',
  'stale_branches',
  'no_remote',
  'empty',
  'detached',
  'bare',
  'worktree',
  'submodule',
  'broken',
  'huge_playbook',
  'malformed_playbook',
  'read_only',
  'missing',
] as const
export type RepositoryState = (typeof REPOSITORY_STATES)[number]

export interface MadeRepository {
  readonly name: string
  readonly path: string
  readonly state: RepositoryState
}

interface MakeOptions {
  /** Commits are dated relative to this, so that a fixed value gives the same commit ids each time. */
  readonly now?: Instant
}

type Plan = readonly (readonly [name: string, state: RepositoryState])[]

const FLEET: Plan = [
  ['atlas-api', 'clean'],
  ['billing-worker', 'dirty'],
  ['checkout-web', 'behind'],
  ['docs-site', 'stale_branches'],
  ['edge-proxy', 'conflicting'],
  ['field-app', 'ahead'],
  ['game-server', 'merge_in_progress'],
  ['helm-charts', 'no_remote'],
  ['image-tools', 'malformed_playbook'],
  ['job-runner', 'broken'],
  ['kiosk', 'missing'],
  ['lab-notes', 'empty'],
]

/** A dozen repositories for the demo. */
export const makeFleet = (folder: string, options: MakeOptions = {}): Promise<readonly MadeRepository[]> =>
  makeRepositories(folder, FLEET, options)

export async function makeRepositories(
  folder: string,
  plan: Plan,
  options: MakeOptions = {},
): Promise<readonly MadeRepository[]> {
  const made: MadeRepository[] = []
  for (const [name, state] of plan) made.push(await makeRepository(folder, name, state, options))
  return made
}

/**
 * One repository at `folder/name`; its remote, where it has one, is the bare repository
 * `folder/.remotes/name.git`.
 */
export async function makeRepository(
  folder: string,
  name: string,
  state: RepositoryState,
  options: MakeOptions = {},
): Promise<MadeRepository> {
  const path = join(folder, name)
  const workshop = workshopAt(path, join(folder, '.remotes', `${name}.git`), options.now ?? Date.now())
  await mkdir(join(folder, '.remotes'), { recursive: true })
  await BUILDERS[state](workshop)
  return { name, path, state }
}

const BUILDERS: Record<RepositoryState, (w: Workshop) => Promise<void>> = {
  clean: (w) => w.withRemote(),
  async dirty(w) {
    await w.withRemote()
    await w.write('src/index.txt', 'changed, not committed\n')
    await w.write('notes.txt', 'never added\n')
  },
  async ahead(w) {
    await w.withRemote()
    await w.commit('Add a feature nobody has pushed', { 'src/feature.txt': 'new\n' }, w.now - 2 * HOUR)
  },
  async behind(w) {
    await w.withRemote()
    await w.commit('Fix the parser', { 'src/parser.txt': 'fixed\n' }, w.now - 3 * HOUR)
    await w.commit('Raise the version', { VERSION: '1.1\n' }, w.now - 2 * HOUR)
    await w.git('push', '-q', 'origin', 'main')
    await w.git('reset', '-q', '--hard', 'HEAD~2')
  },
  async conflicting(w) {
    await w.withRemote()
    await w.git('checkout', '-q', '-b', 'rework')
    await w.commit('Rework the greeting', { 'src/index.txt': 'a greeting of our own\n' }, w.now - 5 * HOUR)
    await w.git('checkout', '-q', 'main')
    await w.commit('Change the greeting', { 'src/index.txt': 'a greeting of theirs\n' }, w.now - 4 * HOUR)
    await w.git('push', '-q', 'origin', 'main')
    await w.git('checkout', '-q', 'rework')
  },
  async merge_in_progress(w) {
    await BUILDERS.conflicting(w)
    await w.git('merge', 'main').catch(() => undefined) // stops at the conflict, as wanted
  },
  async stale_branches(w) {
    await w.withRemote()
    for (const [branch, days] of [
      ['old/experiment', 40],
      ['old/spike', 12],
      ['fresh/idea', 2],
    ] as const) {
      await w.git('checkout', '-q', '-b', branch, 'main')
      await w.commit(`Try ${branch}`, { [`${basename(branch)}.txt`]: `${branch}\n` }, w.now - days * DAY)
    }
    await w.git('checkout', '-q', 'main')
  },
  no_remote: (w) => w.start(),
  empty: (w) => w.init(),
  async detached(w) {
    await w.withRemote()
    await w.git('checkout', '-q', '--detach', 'HEAD~1')
  },
  async bare(w) {
    const source = w.beside('source')
    await source.start()
    await source.git('clone', '-q', '--bare', source.path, w.path)
  },
  async worktree(w) {
    const main = w.beside('main')
    await main.withRemote()
    await main.git('worktree', 'add', '-q', '-b', 'side', w.path)
  },
  async submodule(w) {
    const library = w.beside('library')
    await library.start()
    const parent = w.beside('parent')
    await parent.start()
    await parent.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, 'lib')
    await parent.git('commit', '-q', '-m', 'Add the library as a submodule')
    await w.git(
      '-c',
      'protocol.file.allow=always',
      'clone',
      '-q',
      '--recurse-submodules',
      parent.path,
      w.path,
    )
  },
  async broken(w) {
    await w.withRemote()
    await writeFile(join(w.path, '.git', 'HEAD'), 'this is no reference\n')
  },
  async huge_playbook(w) {
    await w.withRemote()
    const line = '- [ ] Look at one more of very many things, none of which a machine can do\n'
    const head = '## Quick Tasks\n\n- [ ] Run `git status`; report uncommitted or untracked files\n'
    await w.write('HEARTBEAT.md', head + line.repeat(Math.floor((4_900_000 - head.length) / line.length)))
    await w.exclude('HEARTBEAT.md')
  },
  async malformed_playbook(w) {
    await w.withRemote()
    await w.write(
      'HEARTBEAT.md',
      '\uFEFF# no sections\r\n<<<<<<< mine\n- [ ] Run `git status\n=======\n##Quick Tasks\n- [] no ' +
        'box\n```\n- [ ] never closed',
    )
    await w.exclude('HEARTBEAT.md')
  },
  async read_only(w) {
    await w.withRemote()
    await chmod(w.path, 0o555)
  },
  missing: async () => undefined,
}
