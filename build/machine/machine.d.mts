export const root: string
export const isRoot: boolean
export const isLinux: boolean
export const cacheRoot: string
export function hasDisplay(): boolean
export function findOnPath(name: string): string | null
export function sandboxArguments(electron: { distPath: string }): { args: string[]; because: string | null }
export function dependenciesInstalled(): boolean
