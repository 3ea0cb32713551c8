/** What the files of a repository say, before it is known what of it is a check. */
export interface Found {
  /** Lines that are run anywhere. */
  readonly commands: string[]
  /** Lines that a workflow runs; they are among `commands` as well. */
  readonly ciCommands: string[]
  /** Actions that workflows use, without their versions. */
  readonly uses: string[]
  /** Other lines of workflows, as they stand there. */
  readonly workflow: string[]
  /** Hooks of `.pre-commit-config.yaml`. */
  readonly hooks: string[]
  readonly tools: Set<string>
  readonly scripts: Set<string>
  /** Whether a workflow tries at least two versions of a language. */
  versions: boolean
  /** Other programs import it. */
  isLibrary: boolean
  /** How many of `uses` are named by their hash. */
  pinned: number
}

export const foundNothing = (): Found => ({
  commands: [],
  ciCommands: [],
  uses: [],
  workflow: [],
  hooks: [],
  tools: new Set(),
  scripts: new Set(),
  versions: false,
  isLibrary: false,
  pinned: 0,
})
