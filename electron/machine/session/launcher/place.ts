import path from 'node:path'

/** What has to be known of this start; all of it can be made up in tests. */
interface PlaceFacts {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly canWrite: (folder: string) => boolean
  readonly command: readonly string[]
}
/** Where a launcher of the command line is put. */
type LauncherPlace =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'none'; readonly why: string }

/**
 * Pure. ~/.local/bin is a person's own folder for programs and needs no administrator. macOS has none on its
 * PATH; /usr/local/bin is, where Homebrew has given it to the person.
 */
export function launcherPlace({ platform, home, canWrite, command }: PlaceFacts): LauncherPlace {
  if (platform === 'win32')
    return {
      kind: 'none',
      why: `No launcher is written on Windows. Call it so: ${command.map(quotedWord).join(' ')}`,
    }
  if (platform !== 'linux' && platform !== 'darwin')
    return { kind: 'none', why: `Threadbeat does not know where programs of a person lie on ${platform}.` }
  if (command.some((word) => /[\u0000-\u001f\u007f]/.test(word)))
    return { kind: 'none', why: 'The path of this copy has a sign that no launcher can hold.' }
  const folder =
    platform === 'darwin' && canWrite('/usr/local/bin')
      ? '/usr/local/bin'
      : path.posix.join(home, '.local/bin')
  return { kind: 'file', file: path.posix.join(folder, 'threadbeat') }
}

const quotedWord = (word: string): string => (/\s/.test(word) ? `"${word}"` : word)

/** The line that puts a folder on the PATH of new terminals, and the file it belongs in. */
export function pathLine(
  folder: string,
  home: string,
  shell: string | undefined,
): { readonly line: string; readonly file: string } {
  const name = path.posix.basename(shell ?? '')
  const within = path.posix.relative(home, folder)
  const isInHome = !within.startsWith('..') && !path.posix.isAbsolute(within)
  const word = isInHome ? `$HOME/${within}` : folder
  if (name === 'fish') return { line: `fish_add_path "${word}"`, file: '~/.config/fish/config.fish' }
  const file = { bash: '~/.bashrc', zsh: '~/.zshrc' }[name] ?? '~/.profile'
  return { line: `export PATH="${word}:$PATH"`, file }
}
