/** `git -C x --no-pager log` is `git log`; of npm and its like the word "run" and a folder are left out. */
export function gitWords(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words
  if (program === 'git') {
    let at = 0
    while (rest[at]?.startsWith('-') === true && !/^--version$/.test(rest[at] ?? ''))
      at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(rest[at] ?? '')
        ? 2
        : 1
    return [program, ...rest.slice(at)]
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const kept: string[] = []
    for (let i = 0; i < rest.length; i++) {
      if (/^(?:--prefix|-C|--cwd|-w|--workspace|--filter|--dir)$/.test(rest[i] ?? '')) i++
      else if (!(kept.every((w) => w.startsWith('-')) && /^(?:run|run-script)$/.test(rest[i] ?? '')))
        kept.push(rest[i] ?? '')
    }
    return [program, ...kept]
  }
  return words
}
