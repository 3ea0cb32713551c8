import type { Effort } from './agent-config.ts'

/**
 * What is known of an agent CLI without starting it. How its output is read stands in
 * electron/machine/agents/.
 */
export interface RunnerPreset {
  readonly name: string // for people
  /** Looked for on PATH and in the known folders; null: a person names it. */
  readonly program: string | null
  /** Folders below the home folder where installers put it. */
  readonly folders: readonly string[]
  readonly install: string // the command a person would type
  readonly signIn: string // the CLI's own way
  /** Variables of the CLI's own configuration that it may see besides the session's. */
  readonly passes: readonly string[]
  /** The variable whose presence means that each token is paid for; null: none is known. */
  readonly keyVariable: string | null
  /** It has accounts of many makers, and tells what a turn cost: 0 where a plan pays. Absent: no. */
  readonly tellsCost?: true
  /** The variable that names its configuration folder: two accounts, two runners; null: none is known. */
  readonly homeVariable: string | null
  /** The variable with the address of the model server, which a person names; absent: it has its own. */
  readonly serverVariable?: string
  /** Its other models are larger ones: each is asked where the one before says that the work is beyond it. */
  readonly asksLarger?: true
  /**
   * What beats run on unless the person chose: the cheapest model of the CLI's own catalogue that works with
   * tools (null: its models are those of its configuration), and its effort (null: the CLI's own). Messages
   * run on the CLI's own default.
   */
  readonly cheapest: { readonly model: string | null; readonly effort: Effort | null }
  readonly efforts: readonly Effort[] // empty: it has no such choice
  /** Whether Threadbeat can go on with a session of it. */
  readonly keepsSessions: boolean
  /** What a person types behind the program to go on with a session, its id last; null: not known. */
  readonly resumeArgs: readonly string[] | null
  /** What its own rules cannot keep it from, for whoever lets it beat; null: nothing known. */
  readonly caution: string | null
}

/** Below the home folder: where package managers and installers put programs. */
export const COMMON_FOLDERS = [
  '.local/bin',
  'bin',
  '.npm-global/bin',
  '.volta/bin',
  '.bun/bin',
  '.asdf/shims',
  '.local/share/mise/shims',
  'n/bin',
] as const
