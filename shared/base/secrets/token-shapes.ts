/**
 * What a credential looks like, wherever it stands. There is no rule for text that is merely random: a git
 * hash, a UUID, a lock file's integrity and an image in base64 are as random as a key, and a log without them
 * is of no use.
 */
export interface Shape {
  readonly kind: string // 'a GitHub token': for a person
  /** One of them stands in every text that has this shape; none: each text is looked through. */
  readonly hints: readonly string[]
  /** Global, and bounded, so that each place is read so often at most. Group 1 stands before the credential. */
  readonly pattern: RegExp
  readonly accepts?: (credential: string) => boolean
}

export const COLOURED = '(?:\\u001b|\\\\u001b)\\[[\\d;]{0,20}m'
/** At the edge of a word, also behind a colour, or behind an escape in JSON. */
const edged = (begin: string): string =>
  `${begin}(?<=(?:^|[^\\w-]|\\\\[nrtbf]|\\\\u[\\da-fA-F]{4}|${COLOURED})${begin})`
const KEY = '[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----'
/** First and last line of a private key (RFC 7468, and of PGP). */
export const KEY_BEGINS = new RegExp(`-----BEGIN ${KEY}`)
export const KEY_ENDS = new RegExp(`-----END ${KEY}`)

/** Credentials that are known by how they begin. */
export const TOKEN_SHAPES: readonly Shape[] = [
  {
    kind: 'a private key',
    hints: ['PRIVATE KEY'],
    pattern: new RegExp(
      `${KEY_BEGINS.source}(?:(?:(?!-----)[^]){0,16384}${KEY_ENDS.source}` +
        '|(?:\\\\[nrt]|[\\sA-Za-z0-9+/=]|(?:Proc-Type|DEK-Info): [^\\n\\\\]{0,100}){0,16384})',
      'g',
    ),
  },
  {
    kind: 'an AWS access key',
    hints: ['AKIA', 'ASIA'],
    pattern: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'a GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /gh[pousr]_[A-Za-z0-9]{30,512}|github_pat_\w{30,512}/g,
  },
  {
    kind: 'a GitLab token',
    hints: ['glpat-', 'gldt-', 'glptt-', 'glrt-', 'glcbt-', 'glsoat-'],
    pattern: /gl(?:pat|dt|ptt|rt|cbt|soat)-[\w-]{20,512}/g,
  },
  { kind: 'an npm token', hints: ['npm_'], pattern: /npm_[A-Za-z0-9]{30,512}/g },
  { kind: 'a Slack token', hints: ['xox', 'xapp-'], pattern: /(?:xox[abeoprs]|xapp)-[\w-]{10,512}/g },
  { kind: 'a Google key', hints: ['AIza'], pattern: new RegExp(`${edged('AIza')}[\\w-]{35}`, 'g') },
  {
    kind: 'an API key',
    hints: ['sk-', 'sk_', 'rk-', 'rk_', 'pk-', 'pk_'],
    pattern: new RegExp(
      `${edged('[srp]k[-_]')}(?:(?:ant|proj|live|test)|(?=[\\w-]{0,64}\\d))[\\w-]{20,512}`,
      'g',
    ),
  },
  {
    kind: 'a JSON web token',
    hints: ['eyJ'],
    pattern: new RegExp(`${edged('eyJ')}[\\w-]{10,4000}\\.eyJ[\\w-]{10,12000}\\.[\\w-]{0,2000}`, 'g'),
  },
  {
    kind: 'an access token',
    hints: ['ya29.', 'hf_', 'SG.', 'pypi-', 'whsec_', 'tb_'],
    pattern:
      /ya29\.[\w-]{20,512}|(?:hf_|whsec_|tb_)[A-Za-z0-9]{30,512}|SG\.[\w-]{22}\.[\w-]{43}|pypi-AgE[\w-]{50,512}/g,
  },
  {
    kind: 'an access token',
    hints: ['dop_v1_', 'dckr_pat_', 'hvs.', 'AGE-SECRET-KEY-', 'GOCSPX-', 'ATATT3', 'tskey-', 'nvapi-'],
    pattern: new RegExp(
      `${edged('(?:dop_v1_|dckr_pat_|hvs\\.|AGE-SECRET-KEY-|GOCSPX-|ATATT3|tskey-|nvapi-)')}[\\w=-]{20,512}`,
      'g',
    ),
  },
  {
    kind: 'an access token',
    hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'gsk_', 'xai-', 'sbp_', 'figd_', 'lin_api_'],
    pattern: new RegExp(
      `${edged('(?:shp(?:at|ca|pa|ss)_|gsk_|xai-|sbp_|figd_|lin_api_)')}[\\w-]{30,512}`,
      'g',
    ),
  },
]
