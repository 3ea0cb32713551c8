import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECK_KINDS } from './kinds/check-kinds.ts'
import { isRead, recognise } from './recognise.ts'

type Texts = Readonly<Record<string, string>>

const seen = (texts: Texts, names: readonly string[] = Object.keys(texts)) =>
  recognise({ names, texts: new Map(Object.entries(texts)), languages: {}, active: 1 })
const checksOf = (texts: Texts, names?: readonly string[]): readonly string[] => seen(texts, names).checks
const scripts = (of: Texts, devDependencies: Texts = {}): Texts => ({
  'package.json': JSON.stringify({ scripts: of, devDependencies }),
})
const workflow = (text: string): Texts => ({ '.github/workflows/ci.yml': text })

describe('what lies at a root is recognised as', () => {
  it.each<[string, Texts, readonly string[]]>([
    ['tests of a package', scripts({ test: 'vitest run' }), ['unit-test']],
    [
      'no tests, where npm has only filled in a line',
      scripts({ test: 'echo "Error: no test specified"' }),
      [],
    ],
    ['types, whatever the script is called', scripts({ 'test:types': 'tsc --noEmit' }), ['typecheck']],
    [
      'lint and layout in one script',
      scripts({ lint: 'eslint . && prettier -c src' }),
      ['format-check', 'lint'],
    ],
    ['coverage by its option', scripts({ test: 'vitest run --coverage' }), ['coverage', 'unit-test']],
    [
      'a matrix of systems and versions',
      workflow(
        'jobs:\n  a:\n    strategy:\n      matrix:\n        os: [ubuntu-latest, windows-latest]\n        node: [18, 20]\n',
      ),
      ['version-matrix', 'windows-ci'],
    ],
    [
      'versions that stand under each other',
      workflow('      matrix:\n        python-version:\n          - "3.11"\n          - "3.12"\n'),
      ['version-matrix'],
    ],
    ['one version as none', workflow('        with:\n          node-version: 20\n'), []],
    [
      'what a block of commands runs',
      workflow(
        '    steps:\n      - run: |\n          npm ci\n          npm run build\n      - uses: actions/checkout@v4\n',
      ),
      ['build-in-ci', 'lockfile-frozen'],
    ],
    ['rights of a workflow', workflow('permissions:\n  contents: read\njobs: {}\n'), ['min-permissions']],
    ['nothing that is commented out', workflow('# permissions:\n#  - run: npm ci\n'), []],
    [
      'actions that are pinned',
      workflow(`      - uses: actions/checkout@${'a'.repeat(40)}\n`),
      ['actions-pinned'],
    ],
    [
      'services by their files',
      { 'renovate.json': '{}', '.github/dependabot.yml': '' },
      ['dependabot', 'renovate'],
    ],
    [
      'hooks',
      {
        '.pre-commit-config.yaml':
          'repos:\n  - repo: x\n    hooks:\n      - id: mypy\n      - id: ruff-format\n',
      },
      ['format-check', 'pre-commit', 'typecheck'],
    ],
    ['recipes', { Makefile: 'test:\n\tgo test -race ./...\n' }, ['sanitizers', 'unit-test']],
    ['sessions of nox', { 'noxfile.py': 'def lint(session):\n    session.run("flake8", "src")\n' }, ['lint']],
    ['environments of tox', { 'tox.ini': '[testenv:types]\ncommands = mypy src\n' }, ['typecheck']],
  ])('%s', (_, texts, checks) => expect(checksOf(texts)).toEqual(checks))

  it('its tools, scripts and ecosystem', () => {
    const state = seen({ ...scripts({ test: 'vitest' }, { vitest: '4' }), 'tsconfig.json': '{}' })
    expect(state).toMatchObject({ tools: ['vitest'], scripts: ['test'], ecosystem: 'typescript' })
  })
})

describe('files that hold anything', () => {
  const PATHS = [
    'package.json',
    '.github/workflows/a.yml',
    'Makefile',
    'justfile',
    'pyproject.toml',
    'tox.ini',
    'noxfile.py',
    '.pre-commit-config.yaml',
    'Cargo.toml',
  ]
  it('are all read', () => expect(PATHS.filter((path) => !isRead(path))).toEqual([]))

  it('never make it throw, and give only known checks', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json(), fc.lorem())
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...PATHS, '__proto__'), anything), (texts) =>
        checksOf(texts).every((check) => CHECK_KINDS.has(check)),
      ),
    )
  })

  it('cannot reach a prototype', () => {
    const evil =
      '{"__proto__": {"test": "vitest"}, "scripts": {"__proto__": "vitest", "constructor": "eslint"}}'
    expect(seen({ 'package.json': evil }).scripts).toEqual(['__proto__', 'constructor'])
    expect(({} as Texts)['test']).toBeUndefined()
  })

  const pieces = [
    'prettier ',
    'a: [',
    '- uses: x@',
    'run: |\n',
    '\n',
    ' ',
    '{"a":',
    'cargo ',
    'session.run(',
    'def ',
    '0',
  ]
  it.each(pieces)('take time by their length only: %j', (piece) => {
    const cost = (length: number): number => {
      const texts = Object.fromEntries(PATHS.map((path) => [path, piece.repeat(length / piece.length)]))
      const began = process.cpuUsage().user
      for (let i = 0; i < 3; i++) checksOf(texts)
      return process.cpuUsage().user - began
    }
    cost(10_000)
    // Ten for linear work, a hundred for quadratic; a megabyte is read no further than any file is.
    expect(cost(100_000)).toBeLessThan(40 * Math.max(cost(10_000), 2_000))
    expect(cost(1_000_000)).toBeLessThan(60 * Math.max(cost(100_000), 2_000))
  })
})
