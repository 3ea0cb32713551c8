/** An argument list as a person would type it; only for reading. */
export const commandLine = (argv: readonly string[]): string =>
  argv.map((a) => (/^[\w@%+=:,./-]+$/.test(a) ? a : `'${a.replaceAll("'", String.raw`'\''`)}'`)).join(' ')
