import { checkOf, type CheckId } from '../check-id.ts'
import { leadingTimes } from '../../base/leading-times.ts'
import { outsideSpans } from '../../playbook/code-span.ts'
import { commandsOf } from './task-command.ts'

/** Checks of the app that a line cannot ask for in part, of one branch, remote or number of days. */
const WHOLE: readonly CheckId[] = [
  'git-status',
  'urgent-flags',
  'pr-checks',
  'pr-status',
  'issues',
  'day-log',
]
const LONGEST = 400

/** What starts a program of the repository without being a part of what is run. */
const STARTER =
  /^(?:(?:npx|bunx|pnpm exec|yarn exec|npm exec --|poetry run|uv run|pipenv run|bundle exec)\s+(?!-)|(?:\.\/)?node_modules\/\.bin\/|python3? -m (?=pytest|mypy|ruff|flake8|black|pylint|tox|nox)\b)/
const SCRIPT =
  /^(?:npm|pnpm|yarn|bun) (?:run|run-script) ([\w:.-]{1,80})$|^(?:npm|pnpm|yarn) (test)$|^npm (t)$/

/** Words that ask for a look and a report, and nothing else. */
const EMPTY = new Set(
  (
    'a an the this that these it its is are was be there any anything something if whether when of on in for with to at ' +
    'and or then please also run execute check verify look see find show list watch report tell say me us all each ' +
    'every do does still currently fail fails failing failed failure error problem what that which'
  ).split(' '),
)

/**
 * Two lines with the same text of this ask for the same thing: the same check of the app, the same command however it is
 * started, or the same words but for those that mean nothing. null: nothing can be said. Never the same for two
 * commands that differ in an option or a file.
 */
export function sameTask(taskText: string): string | null {
  const { rest } = leadingTimes(taskText)
  if (rest.length > LONGEST) return null
  const check = checkOf(rest)
  if (check !== null) return WHOLE.includes(check) ? `check ${check}` : null
  const commands = commandsOf(rest)
  const words = wordsOf(outsideSpans(rest))
  if (commands.length > 1) return null
  const [command] = commands
  if (command !== undefined) {
    const text = commandText(command.text)
    return `run ${text} ${unnamed(words, text).join(' ')}`.trim()
  }
  // A span that is no command names something: words alone do not tell what.
  return rest.includes('`') || words.length < 2 ? null : `words ${words.join(' ')}`
}

function commandText(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  const script = SCRIPT.exec(plain)
  if (script !== null) return `script ${script[1] ?? 'test'}`
  return plain.replace(STARTER, '')
}

/** What a command is called in general. */
const COMMAND_NOUNS = new Set(['command', 'script', 'suite', 'task'])
const ENDINGS = new Set(['', 's', 'er', 'ing'])

/** What says nothing that the command does not name itself: "the linter with `npm run lint`". */
function unnamed(words: readonly string[], command: string): readonly string[] {
  const names = (command.toLowerCase().match(/[a-z]+/g) ?? []).filter(({ length }) => length > 2)
  const isNamed = (word: string): boolean =>
    names.some((name) => word.startsWith(name) && ENDINGS.has(word.slice(name.length)))
  return words.filter((word) => !COMMAND_NOUNS.has(word) && !isNamed(word))
}

/** In their order, which may tell who is behind whom; without the end of a plural. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._/-]*/gu) ?? [])
    .map((word) => word.replace(/[._/-]+$/, ''))
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word))
    .filter((word) => !EMPTY.has(word))
