import type { RepositoryState } from './state.ts'

/** What a repository has that a check may need. */
export const FACTS = [
  'node',
  'typescript',
  'python',
  'go',
  'rust',
  'c',
  'shell',
  'deno',
  'bun',
  'ci',
  'tests',
  'linter',
  'formatter',
  'build',
  'lockfile',
  'markdown',
  'docs',
  'docker',
  'published',
  'web',
  'dependencies',
] as const
export type Fact = (typeof FACTS)[number]

const ENDINGS: readonly (readonly [Fact, readonly string[]])[] = [
  ['typescript', ['ts', 'mts', 'cts', 'tsx']],
  ['node', ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte']],
  ['python', ['py', 'pyx', 'pyi']],
  ['go', ['go']],
  ['rust', ['rs']],
  ['c', ['c', 'cc', 'cpp', 'cxx', 'h', 'hpp']],
  ['shell', ['sh', 'bash', 'zsh']],
  ['markdown', ['md', 'mdx', 'markdown']],
  ['web', ['vue', 'svelte', 'tsx', 'jsx', 'html', 'css', 'scss', 'astro']],
]
/** These stand in a file only where the ecosystem itself is meant. */
const MANIFESTS: readonly (readonly [Fact, RegExp])[] = [
  ['node', /^package\.json$/],
  ['typescript', /^tsconfig\b.*\.json$/],
  ['python', /^(pyproject\.toml|setup\.(py|cfg)|tox\.ini|noxfile\.py|requirements.*\.txt|pipfile)$/],
  ['go', /^go\.(mod|sum|work)$/],
  ['rust', /^cargo\.(toml|lock)$/],
  ['deno', /^deno\.(jsonc?|lock)$/],
  ['bun', /^(bun\.lockb?|bunfig\.toml)$/],
  ['docker', /^(dockerfile|.+\.dockerfile|docker-compose.*|compose\.ya?ml|containerfile)$/],
  ['docs', /^(docs?|documentation|mkdocs\.ya?ml|\.readthedocs\.ya?ml|book\.toml|website)$/],
  ['tests', /^(tests?|spec|specs|__tests__|e2e|testing|testdata)$/],
  ['tests', /^((vitest|jest|ava|karma|playwright|cypress)\.config\..+|\.mocharc.*|tox\.ini|noxfile\.py)$/],
  ['linter', /^(\.?eslint.*|\.oxlintrc.*|biome\.jsonc?|\.golangci.*|\.flake8|\.pylintrc|\.?ruff\.toml)$/],
  ['linter', /^(clippy\.toml|\.clippy\.toml|\.jshintrc|tslint\.json|\.xo-config.*|\.rubocop\.yml)$/],
  ['formatter', /^(\.?prettier.*|\.oxfmtrc.*|biome\.jsonc?|dprint\.jsonc?|\.?rustfmt\.toml|\.clang-format)$/],
  ['build', /^(makefile|build\.config\..+|(vite|rollup|webpack|tsup|tsdown)\.config\..+|cmakelists\.txt)$/],
  [
    'ci',
    /^(\.github|\.?codecov\.ya?ml|\.coveralls\.yml|\.gitlab-ci\.yml|\.circleci|\.travis\.yml|azure-pipelines.*|\.?appveyor\.yml|\.drone\.yml)$/,
  ],
]
const LOCKFILE =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|go\.sum|uv\.lock|poetry\.lock|pipfile\.lock|deno\.lock|pdm\.lock)$/
const TOOLS: readonly (readonly [Fact, RegExp])[] = [
  ['typescript', /^(typescript|@typescript\/.+|vue-tsc|tsd|ts-node|tsx|tsup|unbuild|obuild)$/],
  [
    'tests',
    /^(vitest|jest|ava|mocha|tape|tap|uvu|jasmine|karma|pytest|nose|tox|nox|playwright|@playwright\/test|qunit|borp|node-tap)$/,
  ],
  [
    'linter',
    /^(eslint|oxlint|xo|standard|neostandard|tslint|jshint|@biomejs\/biome|ruff|flake8|pylint|golangci-lint|clippy|semistandard|ts-standard|@antfu\/eslint-config)$/,
  ],
  ['linter', /^(eslint-config-.+|@[\w.-]+\/eslint-config.*)$/],
  [
    'formatter',
    /^(prettier|oxfmt|@biomejs\/biome|dprint|black|ruff|yapf|gofumpt|rustfmt|standard|xo|remark-cli)$/,
  ],
  [
    'build',
    /^(unbuild|obuild|tsup|tsdown|rollup|vite|webpack|esbuild|parcel|microbundle|siroc|bili|rolldown)$/,
  ],
  ['docs', /^(sphinx|mkdocs|vitepress|typedoc|docusaurus|automd|mdbook|vuepress)$/],
  ['bun', /^(@types\/bun|bun-types|bun)$/],
  ['deno', /^(@deno\/.+|deno)$/],
]
const SCRIPTS: readonly (readonly [Fact, RegExp])[] = [
  ['tests', /^(tests?|unit)([:_-].*)?$/],
  ['linter', /^(lint|eslint|standard)([:_-].*)?$/],
  ['formatter', /^(fmt|format|prettier)([:_-].*)?$/],
  ['build', /^(build|compile|dist|bundle|prepack|prepare)([:_-].*)?$/],
  ['docs', /^(docs?|site)([:_-].*)?$/],
  ['published', /^(release|publish|prepublish|prepublishonly|prepack|version)$/],
]
/** Checks that exist only where something runs them at each push. */
const ON_CI =
  /(^|-)ci$|^(min-permissions|version-matrix|actions-pinned|concurrency|codeql|scorecard|provenance|lockfile-frozen|job-timeout|stale-issues|auto-merge)$/

/** Names are compared in lower case, without the slash of a folder. */
const plain = (name: string): string => name.toLowerCase().replace(/\/$/, '')

function byName(names: readonly string[], rows: readonly (readonly [Fact, RegExp])[], into: Set<Fact>): void {
  for (const name of names) for (const [fact, pattern] of rows) if (pattern.test(name)) into.add(fact)
}

/** What the state shows; linear in its size. */
export function factsOf(state: RepositoryState): ReadonlySet<Fact> {
  const facts = new Set<Fact>()
  const files = state.files.map(plain)
  for (const [fact, endings] of ENDINGS)
    if (endings.some((ending) => (state.languages[ending] ?? 0) > 0)) facts.add(fact)
  byName(files, MANIFESTS, facts)
  byName(state.tools.map(plain), TOOLS, facts)
  byName(state.scripts.map(plain), SCRIPTS, facts)
  if (files.some((name) => LOCKFILE.test(name))) facts.add('lockfile')
  if (state.checks.includes('unit-test')) facts.add('tests')
  if (state.checks.includes('lint')) facts.add('linter')
  if (state.checks.some((check) => ON_CI.test(check))) facts.add('ci')
  if (files.some((name) => name === 'go.mod')) facts.add('build').add('formatter').add('published')
  if (files.some((name) => name === 'cargo.toml'))
    facts.add('build').add('formatter').add('linter').add('published')
  if (files.some((name) => /^(pyproject\.toml|setup\.(py|cfg))$/.test(name))) facts.add('published')
  if (files.some((name) => name === 'package.json')) facts.add('published')
  if (['node', 'python', 'go', 'rust'].some((fact) => facts.has(fact as Fact)))
    if (files.some((name) => MANIFEST_OF_DEPENDENCIES.test(name))) facts.add('dependencies')
  return facts
}

const MANIFEST_OF_DEPENDENCIES =
  /^(package\.json|pyproject\.toml|setup\.(py|cfg)|requirements.*\.txt|pipfile|go\.mod|cargo\.toml)$/

/** The ecosystem a repository mainly belongs to. */
export type Ecosystem = 'typescript' | 'javascript' | 'python' | 'go' | 'rust' | 'other'

/** By the number of files of each; a manifest breaks a tie. */
export function ecosystemOf({ languages, files }: Pick<RepositoryState, 'languages' | 'files'>): Ecosystem {
  const count = (...endings: readonly string[]): number =>
    endings.reduce((sum, ending) => sum + (languages[ending] ?? 0), 0)
  const names = new Set(files.map(plain))
  const counts: readonly (readonly [Ecosystem, number])[] = [
    ['typescript', count('ts', 'mts', 'cts', 'tsx', 'vue') + (names.has('tsconfig.json') ? 1 : 0)],
    ['javascript', count('js', 'mjs', 'cjs', 'jsx') + (names.has('package.json') ? 0.5 : 0)],
    ['python', count('py', 'pyx') + (names.has('pyproject.toml') || names.has('setup.py') ? 0.5 : 0)],
    ['go', count('go') + (names.has('go.mod') ? 0.5 : 0)],
    ['rust', count('rs') + (names.has('cargo.toml') ? 0.5 : 0)],
  ]
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best), ['other', 0] as const)[0]
}
