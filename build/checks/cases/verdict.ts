/** null: the case holds; otherwise what was expected and what came. */
export type Verdict = { readonly expected: unknown; readonly got: unknown } | null
