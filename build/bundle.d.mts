import type { BuildOptions } from 'esbuild'

export interface BundleEntry {
  readonly from: string
  readonly to: string
  readonly options: BuildOptions
  readonly isCommand?: boolean
}
export function esbuildOptions(entry: BundleEntry): BuildOptions
export function presentEntries(): { entries: BundleEntry[]; missing: string[] }
export function copyIcons(): void
export function bundle(options?: { ifStale?: boolean }): Promise<boolean>
