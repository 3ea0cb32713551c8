/**
 * Whether a command line may name anything outside the folder that it is run in: an absolute path, `..`, a home
 * folder, a variable. Read word by word without knowing which of them are paths: a pattern that begins with a
 * slash counts as one. What is not sure leaves. Links inside the folder are not followed.
 */
export function leavesFolder(line: string, folder: string): boolean {
  // What a variable holds, and what $'…' spells, is not to be read here.
  if (/\$[\w{'"!*@#?-]/.test(line)) return true
  return (
    line
      .replace(/["'\\]/g, '')
      .split(/[\s;&|()<>`=,:{}]+/)
      .some((word) => leaves(word, folder)) || goesHome(line)
  )
}

function leaves(word: string, folder: string): boolean {
  const path = word.replace(/^-[A-Za-z]+(?=[/~.])/, '')
  if (path.startsWith('~')) return true
  if (path.startsWith('/'))
    return !IS_NOTHING.test(path) && path !== folder && (!path.startsWith(`${folder}/`) || goesUp(path))
  return goesUp(path)
}

/** No file at all, and a program where systems have theirs. */
const IS_NOTHING = /^\/dev\/null$|^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[\w.+-]+$/

/** `..` and patterns that fit it, as a part of a path. */
const goesUp = (path: string): boolean =>
  path.split('/').some((part) => part === '..' || (part.startsWith('.') && /[*?[]/.test(part)))

/** `cd` alone, and `cd -`. */
const goesHome = (line: string): boolean => /(?:^|[\s;&|(`"'{])cd\s*(?:$|[;&|)`"'}]|-(?:\s|$))/.test(line)
