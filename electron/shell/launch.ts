/** What the command line may ask of the app; everything else in it belongs to Chromium or to nobody, and is ignored. */
export interface Launch {
  readonly dataDir: string | undefined
  readonly demo: boolean
  readonly hidden: boolean // start in the tray, without a window
}

export function readLaunch(argv: readonly string[]): Launch {
  const valueOf = (flag: string): string | undefined => argv.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1) || undefined
  return { dataDir: valueOf('--data-dir'), demo: argv.includes('--demo'), hidden: argv.includes('--hidden') }
}

/** What a second start asks of the first. It comes from another process, so nothing in it is believed but a yes or no. */
export const wantsWindow = (data: unknown): boolean => !(typeof data === 'object' && data !== null && (data as { hidden?: unknown }).hidden === true)

/** Where the window comes from in development: a server on this machine. null: from the bundle, as always in packages. */
export function devServer(url: string | undefined, isPackaged: boolean): string | null {
  if (url === undefined || isPackaged) return null
  try {
    const { protocol, hostname, origin } = new URL(url)
    return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost') ? `${origin}/` : null
  } catch {
    return null
  }
}
