export interface Notice {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly home: string | null
  readonly texts: readonly string[] // empty: the package brings none
}
export function packagesOf(files: readonly string[]): string[]
export function noticeOf(folder: string): Notice
export function noticesText(notices: readonly Notice[]): string
