/**
 * Shapes of credentials that services print themselves. Each starts at a word's edge, so that a long word
 * is read once.
 */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/],
  ['an AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['a GitHub token', /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ['a GitLab token', /(?<![\w-])glpat-[\w-]{20,}/],
  ['an npm token', /(?<![\w-])npm_[A-Za-z0-9]{30,}/],
  ['a Slack token', /(?<![\w-])xox[abeoprs]-[\w-]{10,}/],
  ['a Google key', /(?<![\w-])AIza[\w-]{35}/],
  ['an API key', /(?<![\w-])(?:sk|rk|pk)[-_](?:ant|proj|live|test)?[\w-]{20,}/],
  ['a JSON web token', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/],
  ['a password in an address', /\w:\/\/[^\s/:@]{1,100}:[^\s/:@]{3,100}@/],
  [
    'a password',
    /(?<![A-Za-z])(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?(?!\$|<|\{|\*|x{3})[^\s"']{8,}/i,
  ],
]

/** Where the shape alone does not say it: words behind a scheme or a telling name, and our own tokens. */
const TELLING: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, '[redacted]'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 [redacted]'],
  [/\b(?:gh[pousr]_|github_pat_|sk-|xox[abp]-|AKIA|tb_)[A-Za-z0-9_-]{10,}/g, '[redacted]'],
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s:@"]{1,200}:[^/\s@"]{1,200}@/gi, '$1[redacted]@'],
  [
    /((?:token|secret|passw(?:or)?d|authorization|api[_-]?key|credential)s?(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?)(?!Bearer |Basic |\[redacted)[^\s"'\\,}]+/gi,
    '$1[redacted]',
  ],
]
/** Shapes that are a credential from end to end; a password's own pattern holds its name as well. */
const WHOLE: readonly RegExp[] = SECRETS.filter(([kind]) => !kind.startsWith('a p')).map(
  ([, shape]) => new RegExp(shape, `${shape.flags}g`),
)

/** For logs and reports: every credential of a shape that is known here is "[redacted]". */
export function redactSecrets(text: string): string {
  const named = TELLING.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text)
  return WHOLE.reduce((rest, shape) => rest.replace(shape, '[redacted]'), named)
}

/** What kind of credential a line seems to hold; null: none. */
export const findSecret = (line: string): string | null =>
  line.length < 12 ? null : (SECRETS.find(([, shape]) => shape.test(line))?.[0] ?? null)

/** A variable of this name holds a credential more often than not: its value is not shown. */
export const isSecretName = (name: string): boolean => /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i.test(name)
