import type { Found } from './found.ts'

const MOST_ENTRIES = 500
/** What programs that import a package look for. */
const ENTRY_POINTS = ['main', 'module', 'exports', 'types', 'typings']
const NO_TEST = /no test specified/

/** The pairs of an object of texts; whatever else stands there is left out. */
function texts(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const pairs: [string, string][] = []
  for (const [key, text] of Object.entries(value).slice(0, MOST_ENTRIES))
    if (typeof text === 'string') pairs.push([key, text.slice(0, 1_000)])
  return pairs
}

/** Scripts with their commands, and development tools. A file that is no JSON says nothing. */
export function readPackageJson(text: string, found: Found): void {
  let root: unknown
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return
  }
  if (typeof root !== 'object' || root === null) return
  const manifest = root as Readonly<Record<string, unknown>>
  for (const [name] of texts(manifest['devDependencies'])) found.tools.add(name)
  for (const [name, command] of texts(manifest['scripts'])) {
    if (command.trim() === '' || NO_TEST.test(command)) continue
    found.scripts.add(name)
    found.commands.push(command)
  }
  found.isLibrary = manifest['private'] !== true && ENTRY_POINTS.some((key) => Object.hasOwn(manifest, key))
  for (const key of [
    'xo',
    'ava',
    'jest',
    'nyc',
    'c8',
    'tap',
    'standard',
    'husky',
    'size-limit',
    'eslintConfig',
  ])
    if (Object.hasOwn(manifest, key)) found.tools.add(key === 'eslintConfig' ? 'eslint' : key)
}
