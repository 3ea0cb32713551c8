import type { Result } from '../../../../shared/base/result.ts'

/** Whose list of actions: those of one thread's agent, or of a team. */
export type ActionOwner =
  | { readonly of: 'agent'; readonly number: number } // of its thread
  | { readonly of: 'team'; readonly name: string }

/**
 * Lists of actions as files that people may edit. Contract: never throws; errors are sentences that name the file.
 */
export interface ActionFiles {
  /** ok(null): there is none. */
  read(owner: ActionOwner): Result<string | null, string>
  /** What stood there and could not be used is kept beside it. */
  write(owner: ActionOwner, text: string, keepOld: boolean): Result<null, string>
  remove(owner: ActionOwner, keepOld: boolean): Result<null, string>
}
