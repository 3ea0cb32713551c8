import type { Ecosystem } from '../facts.ts'

/**
 * Of public repositories that lack a check, the share that takes it up within 18 months: over all, then
 * where it is known to differ. Rounded from the same histories as the weights, over all their years: who
 * measures an early date with it knows more of the world than was known then. An ecosystem that is not named
 * is as all are.
 */
interface Spread {
  readonly all: number
  readonly node?: number
  readonly python?: number
  readonly go?: number
  readonly rust?: number
}

const SPREAD: Readonly<Record<string, Spread>> = {
  'actions-pinned': { all: 0.189 },
  audit: { all: 0.035, python: 0.018, go: 0.064, rust: 0.023 },
  'auto-merge': { all: 0.051 },
  'autofix-ci': { all: 0.03, node: 0.021, python: 0.082, go: 0.019, rust: 0.013 },
  bench: { all: 0.016, python: 0.02, go: 0.005, rust: 0.023 },
  'build-in-ci': { all: 0.171, node: 0.14, python: 0.236, rust: 0.255 },
  'bun-ci': { all: 0.014 },
  'changelog-check': { all: 0.033 },
  codeql: { all: 0.066, node: 0.089, python: 0.088, go: 0.03, rust: 0.028 },
  'commit-lint': { all: 0.059 },
  concurrency: { all: 0.084, python: 0.135, rust: 0.059 },
  coverage: { all: 0.131, go: 0.181, rust: 0.064 },
  'dead-code': { all: 0.052 },
  'deno-ci': { all: 0.008, node: 0.005 },
  dependabot: { all: 0.159, node: 0.099, python: 0.26, go: 0.292, rust: 0.086 },
  'docker-build': { all: 0.036 },
  'docs-check': { all: 0.068, node: 0.038, python: 0.146, go: 0.035, rust: 0.131 },
  'e2e-test': { all: 0.014, node: 0.018, python: 0.006, go: 0.005 },
  'format-check': { all: 0.185, python: 0.381, go: 0.071, rust: 0.265 },
  fuzz: { all: 0.049, node: 0.029, go: 0.035, rust: 0.076 },
  'job-timeout': { all: 0.051, node: 0.071, go: 0.031 },
  'license-check': { all: 0.013, node: 0.009, go: 0.008 },
  'link-check': { all: 0.03, node: 0.022 },
  lint: { all: 0.379 },
  'lockfile-frozen': { all: 0.165, node: 0.268, go: 0.059 },
  'macos-ci': { all: 0.12, rust: 0.214 },
  'markdown-lint': { all: 0.038, python: 0.028 },
  'min-permissions': { all: 0.354, rust: 0.587 },
  msrv: { all: 0.269, rust: 0.335 },
  'nightly-release': { all: 0.018, node: 0.027, python: 0.008, go: 0.006, rust: 0.008 },
  'pre-commit': { all: 0.087, node: 0.045, python: 0.342, go: 0.029, rust: 0.045 },
  provenance: { all: 0.199, node: 0.293, python: 0.279, go: 0.072, rust: 0.097 },
  'publish-check': { all: 0.123, node: 0.073, python: 0.193 },
  'release-in-ci': { all: 0.135, node: 0.075, python: 0.335, go: 0.061 },
  'release-notes': { all: 0.106, node: 0.163, go: 0.049 },
  renovate: { all: 0.038, node: 0.061, python: 0.016, go: 0.013, rust: 0.024 },
  sanitizers: { all: 0.204 },
  'scheduled-ci': { all: 0.154, rust: 0.19 },
  scorecard: { all: 0.037, node: 0.058, python: 0.016, go: 0.018, rust: 0.016 },
  'secret-scan': { all: 0.02, python: 0.015 },
  'security-lint': { all: 0.018, python: 0.015, go: 0.014 },
  'shell-check': { all: 0.02, go: 0.013 },
  'size-limit': { all: 0.009, node: 0.004 },
  'spell-check': { all: 0.012, node: 0.003, python: 0.038, go: 0.004 },
  'stale-issues': { all: 0.036, node: 0.055, go: 0.014 },
  'type-coverage': { all: 0.061, node: 0.077 },
  typecheck: { all: 0.201, go: 0.163 },
  'unit-test': { all: 0.324 },
  'version-matrix': { all: 0.212, rust: 0.312 },
  'windows-ci': { all: 0.157, rust: 0.215 },
  'workflow-lint': { all: 0.084 },
}
/** Of a check that is not in the table. */
const UNKNOWN = 0.1
const GROUPS = {
  typescript: 'node',
  javascript: 'node',
  other: 'node',
  python: 'python',
  go: 'go',
  rust: 'rust',
} as const satisfies Record<Ecosystem, keyof Spread>

/** The share elsewhere, above 0 and below 1. */
export function spreadOf(check: string, ecosystem: Ecosystem): number {
  const spread = Object.hasOwn(SPREAD, check) ? SPREAD[check] : undefined
  return spread?.[GROUPS[ecosystem]] ?? spread?.all ?? UNKNOWN
}
