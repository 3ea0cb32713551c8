import { parse } from '../doc.ts'
import { applyEdit } from '../edit/edit.ts'
import { insertInSection } from '../edit/insert-lines.ts'
import { EXPECTED_SECTIONS } from '../sections.ts'
import { seedText, type RepoTraits } from './template.ts'
import { TIERS, type Tier } from '../../schedule/tier.ts'

export const PLAYBOOK_KINDS = ['plain', 'node', 'python', 'rust', 'go', 'infra', 'docs', 'monorepo'] as const
export type PlaybookKind = (typeof PLAYBOOK_KINDS)[number]
export const KIND_WORD: Record<PlaybookKind, string> = {
  plain: 'Any repository',
  node: 'Node',
  python: 'Python',
  rust: 'Rust',
  go: 'Go',
  infra: 'Infrastructure',
  docs: 'Documentation',
  monorepo: 'Monorepo',
}

/**
 * Names that tell what a repository is; their files are looked for, and two of them read. Nothing is run.
 */
export const TELLING_FILES = [
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'lerna.json',
  'nx.json',
  'turbo.json',
  'pyproject.toml',
  'requirements.txt',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'go.work',
  'main.tf',
  'versions.tf',
  'providers.tf',
  'ansible.cfg',
  'docker-compose.yml',
  'compose.yaml',
  'kustomization.yaml',
  'Chart.yaml',
  'mkdocs.yml',
  'docusaurus.config.js',
  'docusaurus.config.ts',
  'book.toml',
  'conf.py',
  'docs/conf.py',
  'docs/index.md',
] as const
export const READ_FILES = ['package.json', 'pyproject.toml', 'Cargo.toml'] as const

export interface RepoContents {
  readonly files: ReadonlySet<string> // of TELLING_FILES, those that are there
  // of READ_FILES, those that could be read
  readonly texts: Readonly<Partial<Record<(typeof READ_FILES)[number], string>>>
}

/** The kinds it seems to be, the surest first, each with what tells it; never empty. */
export function kindsOf({
  files,
  texts,
}: RepoContents): readonly { readonly kind: PlaybookKind; readonly because: string }[] {
  const found: { kind: PlaybookKind; because: string }[] = []
  const tells = (kind: PlaybookKind, names: readonly (typeof TELLING_FILES)[number][]): void => {
    const name = names.find((n) => files.has(n))
    if (name !== undefined) found.push({ kind, because: `it holds ${name}` })
  }
  if ('workspaces' in packageOf(texts))
    found.push({ kind: 'monorepo', because: 'package.json names workspaces' })
  else if (/^\s*\[workspace\]/m.test(texts['Cargo.toml'] ?? ''))
    found.push({ kind: 'monorepo', because: 'Cargo.toml names a workspace' })
  else tells('monorepo', ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'go.work'])
  tells('rust', ['Cargo.toml'])
  tells('go', ['go.mod'])
  tells('python', ['pyproject.toml', 'requirements.txt', 'setup.py'])
  tells('node', ['package.json'])
  tells('infra', [
    'main.tf',
    'versions.tf',
    'providers.tf',
    'ansible.cfg',
    'kustomization.yaml',
    'Chart.yaml',
    'docker-compose.yml',
    'compose.yaml',
  ])
  tells('docs', [
    'mkdocs.yml',
    'docusaurus.config.js',
    'docusaurus.config.ts',
    'book.toml',
    'conf.py',
    'docs/conf.py',
    'docs/index.md',
  ])
  return [
    ...found,
    { kind: 'plain', because: found.length === 0 ? 'nothing tells more of it' : 'it is a git repository' },
  ]
}

/** The whole file for a repository of this kind. */
export function playbookText(kind: PlaybookKind, traits: RepoTraits, contents: RepoContents): string {
  const extra = TASKS[kind](contents)
  return TIERS.reduce(
    (doc, tier) =>
      (extra[tier] ?? []).reduce((d, text) => {
        const added = applyEdit(d, { do: 'addTask', tier, text })
        return added.ok ? added.value : d
      }, doc),
    parse(seedText(traits)),
  ).lines.join('')
}

/**
 * What the template has and the text has not: tasks and sections are added, nothing is changed or removed.
 */
export function withMissing(text: string, template: string): string {
  const wanted = parse(template)
  let doc = parse(text)
  if (doc.conflicted) return text
  for (const name of EXPECTED_SECTIONS) {
    if (doc.sections[name] !== null || doc.loose) continue
    const body = wanted.sections[name]
    const isTier = name === 'quick' || name === 'hourly' || name === 'daily'
    if (body !== null && !isTier)
      doc = insertInSection(
        doc,
        name,
        wanted.lines
          .slice(body.from, body.to)
          .map((l) => l.trimEnd())
          .filter((l, i, all) => l !== '' || (i > 0 && i < all.length - 1)),
      )
  }
  for (const { tier, text: task } of wanted.tasks) {
    const added = applyEdit(doc, { do: 'addTask', tier, text: task })
    if (added.ok) doc = added.value
  }
  return doc.lines.join('')
}

type Extra = Partial<Record<Tier, readonly string[]>>
const TASKS: Record<PlaybookKind, (contents: RepoContents) => Extra> = {
  plain: () => ({}),
  node: (c) => {
    const run = packageManager(c)
    const { scripts } = packageOf(c.texts)
    const has = (name: string): boolean => typeof scripts === 'object' && scripts !== null && name in scripts
    return {
      hourly: [
        ...(has('test') ? [`Run \`${run} test\`; report failures`] : []),
        ...(has('lint') ? [`Run \`${run} run lint\`; report what is new`] : []),
      ],
      daily: [
        `Run \`${run} outdated\`; report updates across a major version`,
        ...(run === 'npm' || run === 'pnpm'
          ? [`Run \`${run} audit\`; report high and critical findings`]
          : []),
      ],
    }
  },
  python: ({ texts }) => ({
    hourly: [
      'Run `pytest -q`; report failures',
      ...(/\bruff\b/.test(texts['pyproject.toml'] ?? '') ? ['Run `ruff check .`; report what is new'] : []),
    ],
    daily: ['Run `pip list --outdated`; report updates across a major version'],
  }),
  rust: () => ({
    hourly: ['Run `cargo check --all-targets`; report errors and new warnings'],
    daily: ['Run `cargo test`; report failures', 'Run `cargo update --dry-run`; report what would move'],
  }),
  go: () => ({
    hourly: ['Run `go vet ./...`; report findings'],
    daily: [
      'Run `go test ./...`; report failures',
      'Run `go list -u -m all`; report modules with a newer version',
    ],
  }),
  infra: ({ files }) => {
    const isTerraform = files.has('main.tf') || files.has('versions.tf') || files.has('providers.tf')
    return {
      hourly: isTerraform ? ['Run `terraform fmt -check -recursive`; report files that differ'] : [],
      daily: [
        ...(isTerraform ? ['Run `terraform validate`; report errors'] : []),
        'Look for images and modules without a fixed version',
        'Look for credentials in files that git tracks; name the file, never the value',
      ],
    }
  },
  docs: ({ files }) => ({
    daily: [
      ...(files.has('mkdocs.yml') ? ['Run `mkdocs build --strict`; report warnings'] : []),
      'Look for links that lead nowhere in pages changed since yesterday',
      'Name pages that describe what the code no longer does',
    ],
  }),
  monorepo: (c) => ({
    hourly: c.files.has('package.json')
      ? [`Run \`${packageManager(c)} test\`; name the packages that fail`]
      : [],
    daily: [
      'Name the packages that changed since yesterday without a test of theirs changing',
      'Name versions of one dependency that differ between packages',
    ],
  }),
}

const packageManager = ({ files }: RepoContents): 'pnpm' | 'yarn' | 'bun' | 'npm' => {
  if (files.has('pnpm-lock.yaml') || files.has('pnpm-workspace.yaml')) return 'pnpm'
  if (files.has('yarn.lock')) return 'yarn'
  if (files.has('bun.lock')) return 'bun'
  return 'npm'
}

function packageOf(texts: RepoContents['texts']): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(texts['package.json'] ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // half written: as if it said nothing
  }
}

const ALL: RepoContents = {
  files: new Set(TELLING_FILES),
  texts: { 'package.json': '{"scripts":{"test":"","lint":""}}', 'pyproject.toml': 'ruff' },
}
const LOCKS = ['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'package.json']

/** Every line that a template may add for a kind of repository: who has it need not have thought of it. */
export const KIND_TASKS: ReadonlySet<string> = new Set(
  PLAYBOOK_KINDS.flatMap((kind) =>
    LOCKS.flatMap((lock) => {
      const others = LOCKS.concat('pnpm-workspace.yaml').filter(
        (name) => name !== lock && name !== 'package.json',
      )
      const files = new Set([...ALL.files].filter((name) => !others.includes(name)))
      return Object.values(TASKS[kind]({ ...ALL, files })).flat()
    }),
  ),
)
