import { createHash } from 'node:crypto'
import { argumentsText } from '../../../../shared/agents/approval.ts'
import { fault } from '../../../../shared/base/faults.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import type { GitState } from '../../../../shared/events/git-events.ts'
import { sizeFault } from '../../../../shared/playbook/lint/size.ts'
import type { TaskClass } from '../../../../shared/runs/change-gate.ts'
import type { WayFacts } from '../../../../shared/runs/in-the-way.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ExactCommand, InspectedCommand, RepositoryLook } from '../../ports/repositories.ts'
import type { World } from './world.ts'

/** HEARTBEAT.md in memory, and repositories that stand as the world says. */
export const repositoryPorts = (world: World): Pick<Ports, 'files' | 'repositories'> => ({
  files: {
    async read(path) {
      if (world.missing.has(path)) return err(fault('repo.missing', `${path} is not there`))
      const text = world.files.get(path)
      if (text === undefined) return err(fault('file.missing', `${path} has no HEARTBEAT.md`))
      const tooLarge = sizeFault(path, text, text.length)
      return tooLarge === null ? ok({ text, version: hash(text), encoding: 'utf-8' as const }) : err(tooLarge)
    },
    async write(path, text, expected) {
      const current = world.files.get(path)
      if ((current === undefined ? null : hash(current)) !== expected)
        return err(fault('file.conflict', 'changed meanwhile'))
      world.files.set(path, text)
      return ok(hash(text))
    },
    watch: () => () => {},
    async remove(path, expected) {
      const current = world.files.get(path)
      if (current === undefined) return err(fault('file.missing', `${path} has no HEARTBEAT.md`))
      if (hash(current) !== expected) return err(fault('file.conflict', 'changed meanwhile'))
      world.files.delete(path)
      return ok(null)
    },
    sweep: async () => {},
  },
  repositories: {
    identify: async (path) =>
      world.missing.has(path)
        ? err(fault('repo.missing', `${path} is not there`))
        : ok({
            realPath: world.links.get(path) ?? path,
            name: path.slice(1),
            fileId: world.fileIds.get(path) ?? 'first',
          }),
    facts: async () => ok({ defaultBranch: 'main', remote: 'origin', hasGh: false, bare: false }),
    glance: async (path) => {
      const changed = Object.keys(world.looks.get(path)?.files ?? {}).length
      return ok({ branch: 'main', ahead: 0, behind: 0, changed, operation: null })
    },
    isTracked: async (path) => ok(world.tracked.has(path)),
    exclude: async (path) => {
      world.excluded.push(path)
      return ok(null)
    },
    gitKeep: async (path) =>
      ok({
        now: world.tracked.has(path) ? 'tracked' : 'exclude',
        gitignore: { before: null, after: '/HEARTBEAT.md\n', version: '' },
      }),
    setGitKeep: async () => ok(null),
    listCommands: async (_path, tasks) => world.commands(tasks),
    missingPrograms: async (_path, tasks) => tasks.map(world.missingProgram),
    commandsByLine: async (_path, tasks) => {
      const all = world.commands(tasks)
      const byText = (line: string) => all.find(({ text }) => line.includes(text))
      const commands = tasks.map((task) => byText(task.text) ?? world.commands([task])[0] ?? null)
      return { commands, leftOut: world.leftOut(tasks) }
    },
    inspectCommand: async (_path, command) => ok(inspected(world.scripts, command)),
    look: async (path) => ok(world.looks.get(path) ?? NOTHING_SEEN),
    difference: async (_path, before, after) =>
      JSON.stringify(before) === JSON.stringify(after) ? null : 'the files differ',
    prints: async (path, classes) =>
      Object.fromEntries(
        Object.entries(world.prints.get(path) ?? {}).filter(([c]) => classes.includes(c as TaskClass)),
      ),
    attachment: async (_repo, path) => {
      const bytes = world.attached.get(path)
      return bytes === undefined ? null : { path, bytes }
    },
    readAttachment: async () => null,
    commitSize: async (path, commit) => (world.git.get(path)?.head === commit ? 1 : null),
    commitDifference: async (_path, from, to) => (from === to ? '' : `diff ${from} ${to}\n+more\n`),
    digests: async (path, files) =>
      Object.fromEntries(files.map((file) => [file, world.digests.get(`${path}/${file}`) ?? null])),
    results: async (path, folder, isSeen) =>
      world.unreadableResults !== null
        ? err(world.unreadableResults)
        : ok(
            (world.dropped.get(`${path}/${folder}`) ?? []).filter(({ name, print }) => !isSeen(name, print)),
          ),
    gitState: async (path) => ok(world.git.get(path) ?? QUIET_GIT),
    outline: async (path) => world.outlines.get(path) ?? { git: null, files: null },
    watchGit: (path, changed) => {
      world.gitWatchers.set(path, changed)
      return () => void world.gitWatchers.delete(path)
    },
    watchResults: async (path, folder, changed) => {
      const whole = `${path}/${folder}`
      world.droppedWatchers.set(whole, changed)
      return () => {
        if (world.droppedWatchers.get(whole) === changed) world.droppedWatchers.delete(whole)
      }
    },
    pastStates: async (path, times) => {
      const state = world.states.get(path) ?? null
      return ok(times.map(() => state))
    },
    wayFacts: async (path) => ok({ ...FREE_WAY, ...world.way.get(path) }),
    config: async (path) => {
      const text = world.configs.get(path)
      return ok(text === undefined ? null : { name: 'HEARTBEAT.json', text, names: ['HEARTBEAT.json'] })
    },
    hooks: {
      plan: async () => ok(world.hookPlan),
      install: async (_path, plan) => {
        world.installed.push(plan)
        return ok([])
      },
      remove: async () => ok([]),
      line: (number, hook) => `threadbeat event ${number} ${hook}`,
    },
    async *scan() {},
  },
})

/** Another state of a repository, and the hint that it has changed. */
export function changeRepository(world: World, path: string, state: Partial<GitState>): void {
  world.git.set(path, { ...(world.git.get(path) ?? QUIET_GIT), ...state })
  world.gitWatchers.get(path)?.()
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const QUIET_GIT: GitState = {
  head: 'c0ffee0',
  branch: 'main',
  operation: null,
  remotes: '',
  fetchedAt: null,
  reflogMessage: null,
}
const FREE_WAY: WayFacts = {
  lock: null,
  operation: null,
  operationAgeMs: null,
  editedMsAgo: null,
  session: null,
}
export const NOTHING_SEEN: RepositoryLook = {
  head: 'c0ffee main',
  index: '',
  branches: {},
  stashes: [],
  files: {},
  config: '',
}

/** As the machine inspects a command; its hash is what it is made of. */
function inspected(scripts: ReadonlyMap<string, string>, { argv, env }: ExactCommand): InspectedCommand {
  const files = argv.flatMap((file) => {
    const text = scripts.get(file)
    return text === undefined ? [] : [{ file, line: 1, text, cut: 0, aside: false }]
  })
  const fileHash = files.length === 0 ? null : JSON.stringify(files.map(({ text }) => text))
  const hash = JSON.stringify([argv, env, fileHash])
  const request = {
    kind: 'argv',
    argv,
    text: argumentsText(argv),
    fileHash,
    files,
    limits: [],
    hash,
  } as const
  const exchanged = async () => files.filter((f) => scripts.get(f.file) !== f.text).map((f) => f.file)
  return { request, exchanged }
}
