import type { Fault } from '../../shared/base/faults.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { AgentRunner, Runners } from '../engine/ports/agents.ts'
import type { Ports } from '../engine/ports/ports.ts'
import type { HeartbeatFiles } from '../engine/ports/repositories.ts'
import { NO_RESULT } from '../machine/agents/no-result.ts'
import type { AnsweringDisk } from '../machine/disk/answering/answering-disk.ts'

// Every way from the engine to the files of a repository, with the bounds of `AnsweringDisk` around it: a disk
// that does not answer holds up its own threads, and nobody else's (ARCHITECTURE I15).

type Repositories = Ports['repositories']
type OnPath<Rest extends readonly unknown[], Answer> = (path: string, ...rest: Rest) => Promise<Answer>

export function answeringRepositories(real: Repositories, disk: AnsweringDisk): Repositories {
  const bounded = boundedBy(disk)
  return {
    ...real, // watches and the search for repositories, which wait for nothing
    identify: bounded(real.identify),
    facts: bounded(real.facts),
    glance: bounded(real.glance),
    isTracked: bounded(real.isTracked),
    exclude: bounded(real.exclude),
    gitKeep: bounded(real.gitKeep),
    setGitKeep: bounded(real.setGitKeep),
    look: bounded(real.look),
    gitState: bounded(real.gitState),
    pastStates: bounded(real.pastStates),
    wayFacts: bounded(real.wayFacts),
    config: bounded(real.config),
    listCommands: bounded.or(real.listCommands, () => []),
    missingPrograms: bounded.or(real.missingPrograms, () => []), // nobody can tell
    inspectCommand: bounded(real.inspectCommand),
    async commandsByLine(path, tasks) {
      const read = await disk.ask(path, async () => ok(await real.commandsByLine(path, tasks)))
      if (read.ok) return read.value
      return { commands: [], leftOut: { at: [...tasks.keys()], why: read.error.message } }
    },
    difference: bounded.or(real.difference, (fault) => `It cannot be looked at any more: ${fault.message}.`),
    outline: bounded.or(real.outline, () => ({ git: null, files: null })),
    prints: bounded.or(real.prints, () => ({})), // a class that cannot be told is absent
    attachment: bounded.or(real.attachment, () => null),
    // What cannot be told counts as changed.
    digests: bounded.or(real.digests, () => ({})),
    results: bounded.or(real.results, (fault) => err(`It cannot be looked at: ${fault.message}.`)),
    watchResults: bounded.or(real.watchResults, () => null),
    commitSize: bounded.or(real.commitSize, () => null),
    commitDifference: bounded.or(real.commitDifference, () => null),
    readAttachment: bounded.or(real.readAttachment, () => null),
    hooks: {
      ...real.hooks,
      plan: bounded(real.hooks.plan),
      install: bounded(real.hooks.install),
      remove: bounded(real.hooks.remove),
    },
  }
}

export function answeringFiles(real: HeartbeatFiles, disk: AnsweringDisk): HeartbeatFiles {
  const bounded = boundedBy(disk)
  return {
    ...real,
    read: bounded(real.read),
    write: bounded(real.write),
    remove: bounded(real.remove),
    sweep: bounded.or(real.sweep, () => undefined),
  }
}

/** A runner is started in the folder: on a disk that does not answer the start itself would not come back. */
export const answeringRunner = (real: AgentRunner, disk: AnsweringDisk): AgentRunner => ({
  ...real,
  async run(spec, signal) {
    const silent = await disk.silence(spec.repoPath)
    return silent === null ? real.run(spec, signal) : { ...NO_RESULT, status: 'failed', fault: silent }
  },
})

/** A program may be named below the repository. */
export const answeringRunners = (real: Runners, disk: AnsweringDisk): Runners => ({
  ...real,
  missing: async (agent, folder) =>
    (await disk.silence(folder)) === null ? await real.missing(agent, folder) : null,
})

/** `or`: for calls whose answer cannot be a fault. */
function boundedBy(disk: AnsweringDisk) {
  const bounded =
    <Rest extends readonly unknown[], T>(
      call: OnPath<Rest, Result<T, Fault>>,
    ): OnPath<Rest, Result<T, Fault>> =>
    (path, ...rest) =>
      disk.ask(path, () => call(path, ...rest))
  const or =
    <Rest extends readonly unknown[], T>(
      call: OnPath<Rest, T>,
      instead: (fault: Fault) => T,
    ): OnPath<Rest, T> =>
    async (path, ...rest) => {
      const answer = await disk.ask(path, async () => ok(await call(path, ...rest)))
      return answer.ok ? answer.value : instead(answer.error)
    }
  return Object.assign(bounded, { or })
}
