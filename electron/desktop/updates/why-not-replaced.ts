/** What has to be known of a package that runs; all of it can be made up in tests. */
interface PackageFacts {
  readonly platform: NodeJS.Platform
  /** The AppImage that this process runs from; null: it runs from none. */
  readonly image: string | null
  /** Whether its folder of resources has a file of this name. */
  readonly has: (name: string) => boolean
}

/**
 * Why nobody can be asked for newer versions of this package; null: somebody can. On Linux the library asks only for an
 * AppImage, or for a package of the system, which says so in `package-type`; for all else it answers without asking.
 */
export function whyNotReplaced({ platform, image, has }: PackageFacts): string | null {
  if (!has('app-update.yml')) return 'This build names no place to look.'
  if (platform !== 'linux' || image !== null || has('package-type')) return null
  return 'This copy is a plain folder, neither an AppImage nor a package of the system: it cannot be updated by itself, and looks for no newer version.'
}
