import type { CheckKind } from './kind.ts'

const CODE = ['node', 'python', 'go', 'rust', 'c', 'shell', 'deno'] as const

/** Checks that somebody's server runs, and what holds for how it runs them. */
export const CI_KINDS = {
  'build-in-ci': {
    title: 'CI builds it',
    isCommon: true,
    needs: [['build', 'go', 'rust', 'c', 'docs']],
    signs: {
      ciCommand:
        /\b(npm|pnpm|yarn|bun|nr)( run)?( -r)? build\b|\b(go build|cargo build|cargo check|make build|make all|python -m build|hatch build|poetry build|uv build|tsc -b|cmake --build|goreleaser)\b/,
      uses: /^(goreleaser\/goreleaser-action|hynek\/build-and-inspect-python-package)/,
    },
    command: 'npm run build',
  },
  'windows-ci': {
    title: 'CI runs on Windows',
    isCommon: true,
    needs: [CODE, ['ci']],
    signs: {
      workflow: /\bwindows-(latest|20\d\d|11)|\bwindows\b.{0,20}\bos\b|\bos: *windows\b/,
      file: /^\.?appveyor\.ya?ml$/,
    },
    command: null,
  },
  'macos-ci': {
    title: 'CI runs on macOS',
    isCommon: true,
    needs: [CODE, ['ci']],
    signs: { workflow: /\bmacos-(latest|\d\d)|\bos: *(osx|macos)\b/ },
    command: null,
  },
  'version-matrix': {
    title: 'CI runs on several versions of its language',
    isCommon: true,
    needs: [['node', 'python', 'go', 'rust', 'deno'], ['ci']],
    signs: { versions: true },
    command: null,
  },
  'deno-ci': {
    title: 'CI runs on Deno',
    isCommon: true,
    since: '2020-05',
    needs: [['node', 'deno', 'typescript'], ['ci']],
    tools: /^(@deno\/.+|deno)$/,
    signs: { uses: /^denoland\/setup-deno/, ciCommand: /\bdeno (test|run|check|lint|fmt|task)\b/ },
    command: 'deno test',
  },
  'bun-ci': {
    title: 'CI runs on Bun',
    isCommon: true,
    since: '2022-09',
    needs: [['node', 'bun', 'typescript'], ['ci']],
    tools: /^(@types\/bun|bun-types|bun)$/,
    signs: { uses: /^oven-sh\/setup-bun/, ciCommand: /\bbun (test|run|x|install)\b/ },
    command: 'bun test',
  },
  'min-permissions': {
    title: 'Workflows say what they may do',
    isCommon: true,
    since: '2021-04',
    needs: [['ci']],
    signs: { workflow: /^permissions:/ },
    command: null,
  },
  'actions-pinned': {
    title: 'Actions are pinned by their hash',
    needs: [['ci']],
    signs: { pinned: true },
    command: null,
  },
  concurrency: {
    title: 'An outdated run of CI is stopped',
    isCommon: true,
    since: '2021-04',
    needs: [['ci']],
    signs: { workflow: /^ {0,6}concurrency:/ },
    command: null,
  },
  'job-timeout': {
    title: 'Jobs of CI have a time limit',
    needs: [['ci']],
    signs: { workflow: /^ +timeout-minutes:/ },
    command: null,
  },
  'nightly-release': {
    title: 'A version of each day is published',
    isCommon: true,
    since: '2020-01',
    needs: [['published'], ['ci']],
    signs: {
      script: /^(release|publish)[:_-](nightly|edge)$/,
      command:
        /\b(nightly-release|release-nightly|publish-nightly|bump-edge|release-edge|pkg-pr-new|pkg\.pr\.new)\b|--canary nightly/,
      workflow: /^name: *.{0,20}\b(nightly|edge) release/i,
      uses: /nightly-release/,
    },
    command: 'npx pkg-pr-new publish',
  },
  'scheduled-ci': {
    title: 'CI runs without a push as well',
    needs: [['ci']],
    signs: { workflow: /^ *-? *cron:/ },
    command: null,
  },
  'lockfile-frozen': {
    title: 'CI installs just what is locked',
    isCommon: true,
    needs: [['lockfile']],
    signs: {
      ciCommand:
        /--frozen-lockfile|--immutable\b|\bnpm ci\b|\bnci\b|\buv sync\b.{0,40}--(locked|frozen)|\bcargo\b.{0,60}--locked\b|--require-hashes|\bgo mod verify\b/,
    },
    command: 'npm ci',
  },
  'autofix-ci': {
    title: 'CI mends layout and lint by itself',
    isCommon: true,
    since: '2022-06',
    needs: [['linter', 'formatter'], ['ci']],
    signs: {
      uses: /^(autofix-ci\/action|stefanzweifel\/git-auto-commit-action|pre-commit-ci\/lite-action|EndBug\/add-and-commit)/,
      file: /^\.github\/workflows\/autofix\.ya?ml$/,
    },
    command: null,
  },
  'docker-build': {
    title: 'The image is built',
    needs: [['docker']],
    signs: { command: /\bdocker (buildx )?build\b/, uses: /^docker\/build-push-action/ },
    command: 'docker build .',
  },
  sanitizers: {
    title: 'Memory and races are watched while tests run',
    needs: [['c', 'rust', 'go']],
    signs: {
      command:
        /\bgo test\b.{0,80}-race\b|\bgotestsum\b.{0,80}-race\b|\bcargo( \+\w+)? miri\b|-fsanitize=|-Zsanitizer|\bvalgrind\b/,
    },
    command: 'go test -race ./...',
  },
  msrv: {
    title: 'The oldest supported compiler is tried',
    needs: [['rust']],
    signs: {
      command: /\bcargo (msrv|hack\b.{0,60}--rust-version)|\bminimal-versions\b/,
      workflow: /\bmsrv\b|\btoolchain: *['"]?1\.\d+/i,
    },
    command: 'cargo msrv verify',
  },
  'workflow-lint': {
    title: 'Workflows are checked',
    since: '2021-06',
    needs: [['ci']],
    signs: {
      command: /\b(actionlint|zizmor|check-jsonschema)\b/,
      uses: /(actionlint|zizmor)/,
      hook: /^(actionlint|zizmor|check-github-workflows)$/,
    },
    command: 'actionlint',
  },
  'pre-commit': {
    title: 'Hooks run before each commit',
    isCommon: true,
    needs: [CODE],
    tools: /^(husky|lint-staged|simple-git-hooks|pre-commit|lefthook)$/,
    signs: {
      file: /^(\.pre-commit-config\.ya?ml|\.husky|lefthook\.ya?ml|\.lintstagedrc.*)$/,
      tool: /^(husky|simple-git-hooks|lefthook|pre-commit)$/,
      uses: /^pre-commit\/action/,
    },
    command: 'pre-commit run --all-files',
  },
  'commit-lint': {
    title: 'Commit messages keep a form',
    needs: [CODE],
    signs: {
      command: /\bcommitlint\b/,
      uses: /^(wagoid\/commitlint|amannn\/action-semantic-pull-request|zeke\/semantic-pull-requests)/,
      hook: /^(commitizen|conventional-pre-commit|commitlint)$/,
      tool: /^@commitlint\/cli$/,
      file: /^(\.?commitlint(rc)?\b.*|\.github\/semantic\.ya?ml)$/,
    },
    command: 'npx commitlint --from HEAD~1',
  },
} as const satisfies Readonly<Record<string, CheckKind>>
