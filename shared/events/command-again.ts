import type { AlertId } from '../base/ids.ts'
import { findSecret } from '../base/secrets/shapes.ts'
import type { EndedCommand } from './system-event.ts'

/**
 * What `threadbeat exec` ran, word for word, as its own process told it over the local socket. Nothing else
 * is ever run again: neither what an event's text says nor what a file, a webhook or a tool names.
 */
export interface KeptCommand {
  readonly argv: readonly string[]
  readonly folder: string // absolute
}

/** A kept command that a person has confirmed, on its way or on record as a run. */
export interface CommandAgain extends KeptCommand, Pick<EndedCommand, 'name'> {
  readonly alertId: AlertId // the failure that it was started from
}

/** What is kept of a command; a longer one is told like any other and cannot be run again. */
export const KEPT_BOUNDS = { args: 200, argChars: 4096, folderChars: 4096 } as const

/** null: not to be kept, because it is too long or one of its arguments seems to hold a credential. */
export function keptCommand(argv: readonly string[], folder: string): KeptCommand | null {
  const { args, argChars, folderChars } = KEPT_BOUNDS
  const isTooLong =
    argv.length > args || folder.length > folderChars || argv.some((arg) => arg.length > argChars)
  const hasSecret = [argv.join(' '), ...argv].some((text) => findSecret(text) !== null)
  return isTooLong || hasSecret ? null : { argv, folder }
}

export const isSameCommand = (a: KeptCommand, b: KeptCommand): boolean =>
  a.folder === b.folder && a.argv.length === b.argv.length && a.argv.every((arg, i) => arg === b.argv[i])
