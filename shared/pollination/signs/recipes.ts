import { boundedLines, indentOf } from './bounded-lines.ts'
import type { Found } from './found.ts'

/** Tools that are known by one word in files which have no list of tools of their own. */
const WORDS =
  /\b(pytest-cov|pytest-benchmark|pytest|coverage|mypy|pyright|ruff|black|flake8|isort|pylint|bandit|sphinx|mkdocs|hypothesis|tox|nox|twine|towncrier|criterion|proptest|trybuild|gofumpt|golangci-lint|testify|pre-commit|codespell|interrogate|vulture|pip-audit|check-manifest)\b/g

/** Makefile and justfile: each target is a script, each line of its recipe a command. */
export function readRecipes(text: string, found: Found): void {
  for (const line of boundedLines(text)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const [, target] = /^@?(\w[\w.-]{0,80})(?![\w.-])[^:=]{0,200}:(?![:=])/.exec(line) ?? []
    if (target !== undefined) found.scripts.add(target)
    else if (indentOf(line) > 0) found.commands.push(line.trim().replace(/^[@-]+/, ''))
  }
}

/** pyproject.toml, setup.cfg, tox.ini, noxfile.py, Cargo.toml, requirements: tools by word, lines as commands. */
export function readProject(text: string, found: Found): void {
  for (const line of boundedLines(text)) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    for (const [word] of trimmed.toLowerCase().matchAll(WORDS)) found.tools.add(word)
  }
}

/** What a task runner of Python is told to run: tox.ini, noxfile.py, the tables of hatch and tox in pyproject.toml. */
export function readTasks(text: string, found: Found): void {
  for (const line of boundedLines(text)) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const [, env] = /^(?:\[testenv:|\[tool\.tox\.env\.|def )([\w.-]+)/.exec(trimmed) ?? []
    if (env !== undefined) found.scripts.add(env)
    const [, run] = /^commands? *= *(.*)$/.exec(trimmed) ?? []
    if (run !== undefined) found.commands.push(run)
    else if (/^\s/.test(line) && !/^["']?[\w.-]+["']?\s*([=<>~!]=|,|$)/.test(trimmed))
      found.commands.push(asCommand(trimmed))
  }
}

/** `session.run("mypy", "src")` and `[ "mypy", "src" ]` as they would be typed. */
const asCommand = (line: string): string =>
  line
    .replace(/^session\.run\w*\(/, '')
    .replaceAll(/["'[\](){}]/g, '')
    .replaceAll(', ', ' ')

/** `.pre-commit-config.yaml`: the hooks, which are tools too. */
export function readHooks(text: string, found: Found): void {
  for (const line of boundedLines(text)) {
    const [, id] = /^[ -]*id: *['"]?([\w.-]+)/.exec(line) ?? []
    if (id === undefined) continue
    found.hooks.push(id)
    found.tools.add(id)
  }
}
