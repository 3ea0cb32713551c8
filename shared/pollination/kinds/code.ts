import type { CheckKind } from './kind.ts'

const CODE = ['node', 'python', 'go', 'rust', 'c', 'shell', 'deno'] as const

/** Checks of the code itself, which anybody can run on their own machine. */
export const CODE_KINDS = {
  'unit-test': {
    title: 'Tests run',
    isCommon: true,
    needs: [CODE],
    signs: {
      script: /^(tests?|unit)$|^(tests?|unit)[:_-](unit|ci|all|run|js|node|api|only|pytest)$/,
      command:
        /\b(vitest|jest|mocha|ava|tape|c8|nyc|tap|jasmine|pytest|py\.test|go test|gotestsum|cargo (nextest|test)|node --test|deno test|bun test|borp|uvu|ctest|unittest|bats|cargo hack test|tox)\b/,
    },
    command: 'npm test',
  },
  coverage: {
    title: 'Coverage of the tests is measured',
    isCommon: true,
    needs: [['tests', 'go', 'rust']],
    signs: {
      script: /^(test[:_-])?(cov|coverage)$/,
      command:
        /--(cov|coverage|code-coverage)\b|--coverage\.|\b(c8|nyc|istanbul cover|coverage (run|report|combine|xml)|tarpaulin|llvm-cov|codecov|coveralls|covermode|coverprofile|-cover)\b/,
      uses: /^(codecov\/codecov-action|coverallsapp\/github-action|shogo82148\/actions-goveralls)/,
      file: /^\.?codecov\.ya?ml$|^\.coveragerc$|^\.?c8rc(\.json)?$|^\.nycrc/,
    },
    command: 'npx vitest run --coverage',
  },
  lint: {
    title: 'A linter reads the code',
    isCommon: true,
    needs: [CODE],
    tools: /^(eslint|oxlint|xo|standard|neostandard|ruff|flake8|pylint|golangci-lint)$/,
    signs: {
      script: /^lint$|^lint[:_-](js|ts|code|ci|all|src|py|eslint|oxlint)$/,
      command:
        /\b(eslint|oxlint|xo|standard|neostandard|ts-standard|biome (check|ci|lint)|flake8|ruff check|pylint|golangci-lint|golint|staticcheck|go vet|cargo clippy|clippy|jshint|jscs|tslint)\b/,
      uses: /^(golangci\/golangci-lint-action|reviewdog\/action-eslint|astral-sh\/ruff-action)/,
      hook: /^(flake8|ruff|ruff-check|eslint|pylint|golangci-lint|clippy)$/,
      file: /^\.golangci\.(ya?ml|toml|json)$/,
    },
    command: 'npm run lint',
  },
  'format-check': {
    title: 'The layout of the code is checked',
    isCommon: true,
    needs: [CODE],
    tools: /^(prettier|oxfmt|@biomejs\/biome|dprint|black|ruff|gofumpt)$/,
    signs: {
      script:
        /^(format|fmt|prettier)[:_-]?(check|ci|verify)$|^(check|lint|test)[:_-](format|formatting|fmt|style|prettier)$/,
      command:
        /\bprettier\b.{0,80}(-c\b|--check|-l\b|--list-different)|\b(biome (check|ci|format)|oxfmt --check|dprint check|black\b.{0,40}--check|ruff format\b.{0,40}--(check|diff)|cargo fmt\b.{0,40}--check|rustfmt\b.{0,40}--check|gofmt -[ld]|gofumpt -[ld]|yapf\b.{0,30}-d)|\bremark \. .{0,60}\bprettier \. /,
      hook: /^(black|ruff-format|prettier|yapf|gofmt|rustfmt|fmt|cargo-fmt|isort)$/,
    },
    command: 'npx prettier --check .',
  },
  typecheck: {
    title: 'Types are checked',
    isCommon: true,
    needs: [['typescript', 'python', 'node']],
    tools: /^(typescript|vue-tsc|tsd|expect-type|mypy|pyright|@typescript\/native-preview)$/,
    signs: {
      script:
        /^(type-?check|types?|tsc|tsd|check[:_-]types?|(test|lint|check|ci)[:_-](types?|tsc?|typescript|typings|d\.?ts)|types?[:_-](check|test))$/,
      command:
        /\b(tsc|tsgo|vue-tsc)\b.{0,80}--noEmit\b|\b(tsd|tstyche|dtslint|mypy|pyright|basedpyright|pytype|pyre check|check-dts|flow check|vitest\b.{0,40}\btypecheck|attest|ty check)\b/,
      hook: /^(mypy|pyright|basedpyright)$/,
    },
    command: 'npx tsc --noEmit',
  },
  'type-coverage': {
    title: 'The share of typed code is held',
    needs: [['typescript', 'python', 'node']],
    signs: { command: /\b(type-coverage|pyright --verifytypes|--verifytypes)\b/, tool: /^type-coverage$/ },
    command: 'npx type-coverage --at-least 100',
  },
  bench: {
    title: 'Speed is measured',
    isCommon: true,
    needs: [CODE],
    tools: /^(benchmark|tinybench|mitata|pytest-benchmark|criterion|autocannon)$/,
    signs: {
      script: /^(bench|benchmark|benchmarks|perf)([:_-]\w+)?$|^test[:_-]bench$/,
      command: /\b(vitest bench|cargo bench|go test\b.{0,60}-bench|pytest-benchmark|asv run|mitata)\b/,
      uses: /^(CodSpeedHQ\/action|benchmark-action\/)/,
    },
    command: 'npx vitest bench --run',
  },
  'e2e-test': {
    title: 'The whole is driven from outside',
    isCommon: true,
    needs: [['node', 'python', 'go', 'web']],
    tools: /^(@playwright\/test|playwright|cypress|puppeteer|selenium|webdriverio|airtap|karma)$/,
    signs: {
      script:
        /^(e2e|test[:_-](e2e|browser|integration|browsers|smoke)|(browser|integration|e2e)[:_-]tests?|integration)$/,
      command: /\b(playwright test|cypress run|karma start|airtap|wdio run|-tags=e2e)\b/,
    },
    command: 'npx playwright test',
  },
  'mutation-test': {
    title: 'Tests are tested by mutation',
    needs: [['tests', 'go', 'rust']],
    signs: {
      command: /\b(stryker run|stryker|mutmut run|cargo mutants|gremlins unleash)\b/,
      file: /^\.?stryker\.(conf|config)\./,
    },
    command: 'npx stryker run',
  },
  fuzz: {
    title: 'Random input is tried',
    needs: [CODE],
    signs: {
      script: /^(fuzz|test[:_-]fuzz)$/,
      command: /\b(cargo fuzz|go test\b.{0,60}-fuzz|jsfuzz|jazzer|atheris)\b/,
      uses: /^google\/(clusterfuzzlite|oss-fuzz)\//,
      file: /^(fuzz|\.clusterfuzzlite)$/,
    },
    command: 'cargo fuzz run',
  },
  'size-limit': {
    title: 'The size of the bundle is held',
    needs: [['node']],
    signs: {
      script: /^(size|size-limit|bundlesize|bundle-size|test[:_-]size)$/,
      command: /\b(size-limit|bundlesize|bundlewatch|pkg-size)\b/,
      tool: /^(size-limit|bundlesize|bundlewatch)$/,
      file: /^\.size-limit\./,
    },
    command: 'npx size-limit',
  },
  'dead-code': {
    title: 'Code that nobody uses is found',
    needs: [['node', 'python', 'go', 'rust']],
    signs: {
      script: /^(knip|depcheck|unused|deps[:_-]check|lint[:_-](deps|unused|knip))$/,
      command:
        /\b(knip|depcheck|unimported|ts-prune|vulture|cargo (udeps|machete|shear)|dependency-check|deadcode|go mod tidy -diff)\b/,
    },
    command: 'npx knip',
  },
  'docs-check': {
    title: 'Documentation is built or checked',
    isCommon: true,
    needs: [CODE],
    tools: /^(automd|sphinx|mkdocs|typedoc|vitepress|doctoc|mdbook)$/,
    signs: {
      script: /^(docs?([:_-](build|check|lint|test))?|automd|build[:_-]docs?|readme)$/,
      command:
        /\b(automd|sphinx-build|mkdocs build|typedoc|interrogate|pydocstyle|cargo doc|doc8|doctoc|vitepress build|rustdoc|mdbook (build|test)|embedme)\b/,
      tool: /^automd$/,
      file: /^\.?readthedocs\.ya?ml$/,
    },
    command: 'npx automd',
  },
  'spell-check': {
    title: 'Words are spelt right',
    isCommon: true,
    needs: [[...CODE, 'markdown']],
    signs: {
      script: /^(spell|spellcheck|lint[:_-]spell(ing)?|cspell|typos)$/,
      command: /\b(cspell|codespell|typos|aspell|misspell|case-police)\b/,
      uses: /^(crate-ci\/typos|streetsidesoftware\/cspell-action|codespell-project\/)/,
      hook: /^(codespell|typos|cspell)$/,
      file: /^(\.?cspell\.(json|ya?ml)|\.?cspell\.config\..+|_?\.?typos\.toml|\.codespellrc)$/,
    },
    command: 'npx cspell "**/*.md"',
  },
  'link-check': {
    title: 'Links lead somewhere',
    needs: [['markdown', 'docs']],
    signs: {
      command: /\b(lychee|markdown-link-check|linkcheck|linkinator|remark-lint-no-dead-urls|awesome_bot)\b/,
      uses: /^(lycheeverse\/lychee-action|gaurav-nelson\/github-action-markdown-link-check|linkchecker)/,
      hook: /link-?check|lychee/,
    },
    command: 'lychee README.md',
  },
  'markdown-lint': {
    title: 'Markdown is checked',
    needs: [['markdown']],
    signs: {
      script: /^(lint[:_-](md|markdown|docs))$/,
      command: /\b(markdownlint(-cli2?)?|remark (\.|--)|remark-cli|mdformat --check)/,
      uses: /^(DavidAnson\/markdownlint-cli2-action|avto-dev\/markdown-lint)/,
      hook: /^(markdownlint(-cli2?)?|mdformat)$/,
      tool: /^(markdownlint-cli2?|remark-cli)$/,
    },
    command: 'npx markdownlint-cli2 "**/*.md"',
  },
  'shell-check': {
    title: 'Shell scripts are checked',
    needs: [['shell']],
    signs: { command: /\bshellcheck\b/, uses: /shellcheck/i, hook: /^(shellcheck|shfmt)(-py)?$/ },
    command: 'shellcheck *.sh',
  },
} as const satisfies Readonly<Record<string, CheckKind>>
