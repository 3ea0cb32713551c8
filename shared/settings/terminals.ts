/**
 * A terminal of Linux: how it is told where to start, and what to run. Argument arrays, so that no shell
 * ever reads them.
 */
interface LinuxTerminal {
  readonly key: string
  readonly name: string
  readonly program: string
  /**
   * Every terminal is started in the folder besides; one that hands over to a running instance must be
   * told.
   */
  readonly inFolder: (folder: string) => readonly string[]
  /** Stands behind `inFolder`. */
  readonly run: (argv: readonly string[]) => readonly string[]
}

const here = (): readonly string[] => []
const option =
  (name: string) =>
  (folder: string): readonly string[] => [`${name}=${folder}`]
const words =
  (...before: readonly string[]) =>
  (last: string): readonly string[] => [...before, last]
const behind =
  (...words: readonly string[]) =>
  (argv: readonly string[]): readonly string[] => [...words, ...argv]
const row = (
  key: string,
  name: string,
  program: string,
  inFolder: LinuxTerminal['inFolder'],
  run: LinuxTerminal['run'],
): LinuxTerminal => ({ key, name, program, inFolder, run })

/** In the order in which they are tried: what the person or the system has chosen first. */
export const LINUX_TERMINALS: readonly LinuxTerminal[] = [
  row('default', 'Default terminal', 'xdg-terminal-exec', here, behind()),
  row('system', 'Terminal', 'x-terminal-emulator', here, behind('-e')),
  row('gnome-terminal', 'GNOME Terminal', 'gnome-terminal', option('--working-directory'), behind('--')),
  row(
    'ptyxis',
    'Ptyxis',
    'ptyxis',
    (folder) => ['--new-window', `--working-directory=${folder}`],
    behind('--'),
  ),
  row('kgx', 'Console', 'kgx', option('--working-directory'), behind('--')),
  row('konsole', 'Konsole', 'konsole', words('--workdir'), behind('-e')),
  row('xfce4-terminal', 'Xfce Terminal', 'xfce4-terminal', option('--working-directory'), behind('-x')),
  row('mate-terminal', 'MATE Terminal', 'mate-terminal', option('--working-directory'), behind('-x')),
  row('kitty', 'kitty', 'kitty', words('--directory'), behind()),
  row('alacritty', 'Alacritty', 'alacritty', words('--working-directory'), behind('-e')),
  row('wezterm', 'WezTerm', 'wezterm', words('start', '--cwd'), behind('--')),
  row('foot', 'foot', 'foot', option('--working-directory'), behind()),
  row('ghostty', 'Ghostty', 'ghostty', option('--working-directory'), behind('-e')),
  row('xterm', 'XTerm', 'xterm', here, behind('-e')),
]
