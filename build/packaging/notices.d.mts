/** A package that a bundle holds a part of. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly licence: string // as its author writes it; an SPDX expression, mostly
  readonly home: string | null
  readonly place: string // its folder below the checkout: its key in package-lock.json
  readonly holds: Readonly<Record<string, string>> // versions of what it was compiled with, as it says itself
  readonly needs: readonly string[] // names; of what is bundled or not
}
export interface Notice extends BundledPackage {
  readonly texts: readonly string[] // empty: the package brings none
}
export function packagesOf(files: readonly string[]): string[]
export function noticeOf(folder: string): Notice
export function noticesText(notices: readonly Notice[]): string
export function writeNotices(dist: string, folders: readonly string[]): void
