import type { Ecosystem } from '../facts.ts'

/**
 * Of public repositories that lack a check, the share that takes it up within 18 months: over all, then
 * where it is known to differ. Rounded from the same histories as the weights; an ecosystem that is not
 * named is as all are.
 */
interface Spread {
  readonly all: number
  readonly node?: number
  readonly python?: number
  readonly go?: number
  readonly rust?: number
}

const SPREAD: Readonly<Record<string, Spread>> = {
  'actions-pinned': { all: 0.206, go: 0.265 },
  audit: { all: 0.015, node: 0.011, python: 0.009, go: 0.019, rust: 0.02 },
  'auto-merge': { all: 0.02, node: 0.012 },
  'autofix-ci': { all: 0.04, node: 0.026, python: 0.121, go: 0.029, rust: 0.024 },
  bench: { all: 0.011, go: 0.005, rust: 0.006 },
  'build-in-ci': { all: 0.184, python: 0.231, rust: 0.277 },
  'bun-ci': { all: 0.011, node: 0.007 },
  'changelog-check': { all: 0.029 },
  codeql: { all: 0.039, python: 0.056, rust: 0.023 },
  'commit-lint': { all: 0.031 },
  concurrency: { all: 0.081, python: 0.121, rust: 0.066 },
  coverage: { all: 0.131, rust: 0.089 },
  'dead-code': { all: 0.052 },
  'deno-ci': { all: 0.006, node: 0.002 },
  dependabot: { all: 0.166, node: 0.091, python: 0.241, go: 0.352, rust: 0.109 },
  'docs-check': { all: 0.048, node: 0.035, python: 0.125, go: 0.024 },
  'e2e-test': { all: 0.014, python: 0.008, go: 0.006 },
  'format-check': { all: 0.146, python: 0.371, go: 0.07, rust: 0.093 },
  fuzz: { all: 0.045, node: 0.027, go: 0.032, rust: 0.078 },
  'job-timeout': { all: 0.044, node: 0.066, python: 0.032, go: 0.027 },
  'license-check': { all: 0.025, go: 0.019 },
  'link-check': { all: 0.035, node: 0.026 },
  lint: { all: 0.464, rust: 0.624 },
  'lockfile-frozen': { all: 0.113, node: 0.171, go: 0.053, rust: 0.142 },
  'macos-ci': { all: 0.089, rust: 0.072 },
  'markdown-lint': { all: 0.053 },
  'min-permissions': { all: 0.272, node: 0.201, rust: 0.557 },
  msrv: { all: 0.325, rust: 0.439 },
  'nightly-release': { all: 0.025, node: 0.035, python: 0.015, go: 0.011, rust: 0.015 },
  'pre-commit': { all: 0.083, node: 0.052, python: 0.297, go: 0.036, rust: 0.061 },
  provenance: { all: 0.193, node: 0.261, python: 0.244, go: 0.091, rust: 0.129 },
  'publish-check': { all: 0.084, node: 0.059, python: 0.127 },
  'release-in-ci': { all: 0.122, node: 0.08, python: 0.328, go: 0.056 },
  'release-notes': { all: 0.108, node: 0.179, python: 0.08, go: 0.05 },
  renovate: { all: 0.035, node: 0.048, python: 0.021, go: 0.015 },
  sanitizers: { all: 0.206, rust: 0.291 },
  'scheduled-ci': { all: 0.102, node: 0.083, python: 0.148, go: 0.139, rust: 0.069 },
  scorecard: { all: 0.05, node: 0.072, python: 0.03, go: 0.029, rust: 0.03 },
  'secret-scan': { all: 0.019, python: 0.012 },
  'security-lint': { all: 0.026, python: 0.02 },
  'shell-check': { all: 0.023, go: 0.015 },
  'size-limit': { all: 0.013, node: 0.007 },
  'spell-check': { all: 0.012, node: 0.004, python: 0.031, go: 0.005, rust: 0.018 },
  'stale-issues': { all: 0.044, node: 0.067, python: 0.036, go: 0.022 },
  'type-coverage': { all: 0.061, node: 0.077 },
  typecheck: { all: 0.235, go: 0.191 },
  'unit-test': { all: 0.354 },
  'version-matrix': { all: 0.181, node: 0.13, go: 0.141, rust: 0.416 },
  'windows-ci': { all: 0.133, rust: 0.107 },
}
/** Of a check that is not in the table. */
const UNKNOWN = 0.03
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
