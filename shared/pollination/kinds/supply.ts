import type { CheckKind } from './kind.ts'

const CODE = ['node', 'python', 'go', 'rust', 'c', 'deno'] as const

/** Checks of what it depends on, of its secrets and of what is released. */
export const SUPPLY_KINDS = {
  renovate: {
    title: 'Renovate brings new versions',
    isCommon: true,
    instead: ['dependabot'],
    needs: [['dependencies']],
    signs: { file: /^(\.github\/|\.)?renovate(rc)?(\.json5?)?$/ },
    command: null,
  },
  dependabot: {
    title: 'Dependabot brings new versions',
    isCommon: true,
    instead: ['renovate'],
    since: '2020-06',
    needs: [['dependencies', 'ci']],
    signs: { file: /^\.github\/dependabot\.ya?ml$|^\.dependabot$/ },
    command: null,
  },
  'auto-merge': {
    title: 'Small updates are merged by themselves',
    needs: [['dependencies'], ['ci']],
    signs: {
      command: /\bgh pr merge\b.{0,40}--auto\b/,
      uses: /(auto-?merge|dependabot\/fetch-metadata)/i,
      workflow: /\buses:.{0,80}(automerge|auto-merge)/i,
    },
    command: null,
  },
  codeql: {
    title: 'CodeQL looks for holes',
    isCommon: true,
    since: '2020-10',
    needs: [CODE, ['ci']],
    signs: {
      uses: /^github\/codeql-action\/(init|analyze)/,
      file: /^\.github\/workflows\/codeql(-analysis)?\.ya?ml$/,
    },
    command: null,
  },
  scorecard: {
    title: 'OpenSSF Scorecard rates the project',
    isCommon: true,
    since: '2022-01',
    needs: [['ci']],
    signs: { uses: /^ossf\/scorecard-action/ },
    command: null,
  },
  audit: {
    title: 'Known holes in dependencies are found',
    isCommon: true,
    needs: [['dependencies']],
    signs: {
      script: /^(audit|audit[:_-]\w+|security)$/,
      command:
        /\b(npm audit|pnpm audit|yarn audit|audit-ci|better-npm-audit|pip-audit|safety check|cargo[ -](audit|deny)|govulncheck|snyk test|osv-scanner|nancy)\b/,
      uses: /^(actions\/dependency-review-action|EmbarkStudios\/cargo-deny-action|rustsec\/audit-check|actions-rs\/audit-check|golang\/govulncheck-action|google\/osv-scanner|snyk\/actions)/,
    },
    command: 'npm audit',
  },
  provenance: {
    title: 'Releases say where they were built',
    isCommon: true,
    since: '2023-04',
    needs: [['published'], ['ci']],
    signs: {
      command: /--provenance\b|\bcosign (sign|attest)/,
      workflow: /^ +id-token: *write|\bNPM_CONFIG_PROVENANCE\b/,
      uses: /^(actions\/attest-build-provenance|slsa-framework\/|sigstore\/)/,
    },
    command: 'npm publish --provenance',
  },
  'security-lint': {
    title: 'Code is read for dangerous habits',
    needs: [['python', 'go', 'node', 'rust']],
    signs: {
      command: /\b(bandit|gosec|semgrep|njsscan|cargo geiger)\b/,
      uses: /^(securego\/gosec|returntocorp\/semgrep|microsoft\/security-devops|github\/ossar-action)/,
      hook: /^(bandit|gosec|semgrep)$/,
    },
    command: 'bandit -r .',
  },
  'secret-scan': {
    title: 'Secrets in the code are found',
    needs: [[...CODE, 'shell', 'markdown']],
    signs: {
      command: /\b(gitleaks|trufflehog|detect-secrets)\b/,
      uses: /(gitleaks|trufflehog)/i,
      hook: /^(gitleaks|detect-secrets|detect-private-key|trufflehog)$/,
      file: /^\.gitleaks\.toml$/,
    },
    command: 'gitleaks detect',
  },
  'publish-check': {
    title: 'What would be published is looked at',
    needs: [['published']],
    tools: /^(publint|@arethetypeswrong\/cli|twine|check-manifest|pyroma)$/,
    signs: {
      script: /^(publint|attw|check[:_-](package|pkg|exports|dist)|lint[:_-](package|pkg))$/,
      command:
        /\b(publint|attw|arethetypeswrong|npm pack --dry-run|twine check|check-wheel-contents|check-manifest|pyroma|cargo publish\b.{0,40}--dry-run|cargo-semver-checks|cargo semver-checks|goreleaser check)\b/,
      uses: /^(hynek\/build-and-inspect-python-package|obi1kenobi\/cargo-semver-checks-action)/,
      hook: /^(check-manifest|pyroma|validate-pyproject)$/,
    },
    command: 'npx publint',
  },
  'changelog-check': {
    title: 'A change is told in the changelog',
    needs: [CODE],
    signs: {
      command: /\b(changeset status|towncrier (check|build)|standard-changelog|changie)\b/,
      uses: /^(dangoslen\/changelog-enforcer|tarides\/changelog-check-action|changesets\/action)/,
      file: /^(\.changeset|newsfragments|changelog\.d|\.changes)$/,
      tool: /^(@changesets\/cli|towncrier)$/,
    },
    command: 'npx changeset status',
  },
  'release-notes': {
    title: 'Notes of a release are written by a tool',
    needs: [['published']],
    signs: {
      uses: /^(release-drafter\/release-drafter|googleapis\/release-please-action|google-github-actions\/release-please-action|softprops\/action-gh-release|ncipollo\/release-action)/,
      command: /\b(changelogithub|semantic-release|release-please)\b/,
      file: /^\.github\/(release-drafter|release)\.ya?ml$/,
    },
    command: null,
  },
  'release-in-ci': {
    title: 'CI publishes',
    needs: [['published'], ['ci']],
    signs: {
      ciCommand:
        /\b(npm|pnpm|yarn( npm)?) publish\b|\btwine upload\b|\bcargo publish\b|\bsemantic-release\b|\bgoreleaser release\b/,
      uses: /^(pypa\/gh-action-pypi-publish|goreleaser\/goreleaser-action|changesets\/action|JS-DevTools\/npm-publish)/,
    },
    command: null,
  },
  'stale-issues': {
    title: 'Issues that nobody answers are closed',
    needs: [['ci']],
    signs: { uses: /^(actions\/stale|dessant\/lock-threads)/, file: /^\.github\/(stale|lock)\.ya?ml$/ },
    command: null,
  },
  'license-check': {
    title: 'Licences are checked',
    needs: [['dependencies']],
    signs: {
      script: /^licen[cs]es?([:_-](check|checker))?$|^check[:_-]licen[cs]es?$|^license-checker$/,
      command: /\b(license-checker|licensee|addlicense|reuse lint|pip-licenses|go-licenses|license-check)\b/,
      uses: /^(fsfe\/reuse-action|apache\/skywalking-eyes)/,
    },
    command: 'npx license-checker --production',
  },
} as const satisfies Readonly<Record<string, CheckKind>>
