/**
 * An answer that may be a foreseen failure. Bugs throw; what the domain expects to go wrong is an `err`.
 */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })

/** Makes the compiler list what a switch forgot. */
export function assertNever(value: never): never {
  throw new Error(`unhandled value: ${JSON.stringify(value)}`)
}
