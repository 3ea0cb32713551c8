import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Refusal } from '../../../../shared/agents/agent-turn.ts'
import { leavesFolder } from '../../../../shared/runs/shell/leaves-folder.ts'
import { allCommands, mayWrite } from '../../../../shared/runs/shell/shell-line.ts'
import { refusal } from '../call-log.ts'
import { mayDoAll, type CliRequest } from '../cli.ts'
import { GIT_WRITES, GIT_WRITES_EXACT } from '../git-commands.ts'
import { commandOf, foldersOf, hasMore, ownToolOf, type Asked } from './asked.ts'

type Rights = Pick<CliRequest, 'profile' | 'allowed' | 'repoPath'>

/**
 * What an agent's question for permission is answered: null, it may; else what it was refused, in words that a
 * person can allow. The profile decides, here and not in the agent (ARCHITECTURE, Authority).
 */
export async function answerTo(asked: Asked, rights: Rights): Promise<Refusal | null> {
  if (mayDoAll(rights) || ownToolOf(asked) !== null) return null
  const refused = refusalOf(asked, rights)
  // No rule says what else there is, or where a command is run: nothing that a person allowed covers it.
  if (hasMore(asked) || !(await staysInside(foldersOf(asked), rights)))
    return { ...refused, label: `${refused.label} (with more than can be judged)`, allowable: false }
  if (refused.allowable && rights.allowed.includes(refused.rule)) return null
  return (await mayDo(asked, rights)) ? null : refused
}

async function mayDo(asked: Asked, rights: Rights): Promise<boolean> {
  const isTidy = rights.profile === 'tidy'
  switch (asked.kind) {
    case 'think':
      return true
    case 'search':
    case 'read':
      return asked.paths.length === 0 ? asked.kind === 'search' : staysInside(asked.paths, rights)
    case 'execute':
      return mayRun(commandOf(asked), rights)
    case 'edit':
    case 'delete':
    case 'move': {
      const places = await placesOf(asked.paths, rights)
      return (
        places.length > 0 &&
        places.every(
          (place) =>
            (isTidy && place !== null && place !== '' && !isGitsOwn(place)) ||
            (asked.kind === 'edit' && place === 'HEARTBEAT.md'),
        )
      )
    }
    default:
      return false
  }
}

const staysInside = async (paths: readonly string[], rights: Rights): Promise<boolean> =>
  (await placesOf(paths, rights)).every((place) => place !== null)

/** Also as file systems spell it that fold letters, blanks and dots. */
const isGitsOwn = (place: string): boolean => place.split(sep).some((part) => /^\.git[. ]*$/i.test(part))

/** Each path below the repository, links followed; null: it is outside of it, or cannot be told. */
function placesOf(
  paths: readonly string[],
  { repoPath }: Pick<Rights, 'repoPath'>,
): Promise<readonly (string | null)[]> {
  return Promise.all(
    paths.map(async (path) => {
      // What a shell or a library would make of it is not known here, nor where `..` leads behind a link.
      if (/^[~$]|^[a-z][a-z0-9+.-]*:/i.test(path) || path.split(/[\\/]/).includes('..')) return null
      const root = await realpath(repoPath).catch(() => null)
      const real = await realOf(resolve(repoPath, path))
      return root === null || real === null ? null : below(root, real)
    }),
  )
}

/** Of what is not there yet: that of the nearest folder that is. null: it cannot be told. */
async function realOf(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) return null
    // A link to what is not there: who writes to it makes it.
    if (await isThere(path)) return null
    const real = await realOf(parent)
    return real === null ? null : join(real, basename(path))
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

function below(root: string, path: string): string | null {
  const inside = relative(root, path)
  return isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`) ? null : inside
}

/**
 * What only looks, inside the repository. Tidying also stages, commits and works on branches, where a message may
 * name any path.
 */
function mayRun(line: string, { profile, repoPath }: Rights): boolean {
  const commands = allCommands(line)
  if (commands === null || commands.length === 0) return false
  const tidies = (words: readonly string[]): boolean => profile === 'tidy' && isGitWrite(words.join(' '))
  if (commands.some(({ words, mayWrite: writes }) => writes && !tidies(words))) return false
  return commands.every(({ words }) => tidies(words)) || !leavesFolder(line, repoPath)
}

/** Its message and its list of files stand in the line, not in a file that may lie anywhere. */
const isGitWrite = (line: string): boolean =>
  !/\s(?:-[A-Za-z]*[Ft]|--file|--template|--pathspec-from-file)(?:[=\s/.]|$)/.test(line) &&
  ((GIT_WRITES_EXACT as readonly string[]).includes(line) ||
    GIT_WRITES.some((open) => line === open || line.startsWith(`${open} `)))

/** The question as a rule: what stands in its brackets is compared word by word when it is asked again. */
function refusalOf(asked: Asked, rights: Rights): Refusal {
  const shown = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200)
  if (asked.kind === 'execute') {
    const command = commandOf(asked)
    const asks = refusal(`execute(${command})`, `run \`${shown(command)}\``, command !== '')
    return pushes(command)
      ? { ...asks, label: `run \`${shown(command)}\` (only with all rights: Full)`, allowable: false }
      : asks
  }
  const paths = asked.paths.map((path) => insideOr(path, rights.repoPath)).join(', ')
  switch (asked.kind) {
    case 'edit':
    case 'delete':
    case 'move':
    case 'read':
    case 'search':
      return refusal(
        `${asked.kind}(${paths})`,
        `${asked.kind} ${shown(paths === '' ? asked.title : paths)}`,
        paths !== '',
      )
    case 'fetch': {
      const url = typeof asked.input['url'] === 'string' ? asked.input['url'] : ''
      const host = URL.canParse(url) ? new URL(url).hostname : ''
      return host === ''
        ? refusal(`fetch (${shown(asked.title)})`, `fetch a page: ${shown(asked.title)}`, false)
        : refusal(`fetch(${host})`, `fetch pages of ${host}`, true)
    }
    default: {
      const called = asked.name ?? asked.title
      return refusal(`tool(${called})`, `use the tool ${shown(called)}`, called !== '')
    }
  }
}

/** Pushing stays out of reach of what is not allowed everything, as it does for other agents. */
const pushes = (command: string): boolean => mayWrite(command) && /\bgit\b[^\n;&|]*\bpush\b/.test(command)

/** Relative where it is inside, as a person reads it. */
function insideOr(path: string, repoPath: string): string {
  const inside = relative(repoPath, resolve(repoPath, path))
  return inside === '' || isAbsolute(inside) || inside.startsWith('..') ? path : inside
}
