import { createHash } from 'node:crypto'

/** A credential that stands nowhere else, in the words in which it comes. */
export interface Canary {
  readonly kind: string
  readonly text: string
  readonly secret: string
}

/** Each kind of credential that is known by its shape or by what stands before it. `word`: letters and digits. */
const KINDS: Readonly<Record<string, (word: string) => Omit<Canary, 'kind'>>> = {
  github: (word) => alone(`${'ghp'}_${word.slice(0, 36)}`),
  'github, fine-grained': (word) => alone(`${'github'}_pat_${word.slice(0, 40)}`),
  gitlab: (word) => alone(`${'glpat'}-${word.slice(0, 20)}`),
  npm: (word) => alone(`${'npm'}_${word.slice(0, 36)}`),
  slack: (word) => alone(`${'xoxb'}-1234567890-${word.slice(0, 24)}`),
  google: (word) => alone(`${'AIza'}${word.slice(0, 35)}`),
  anthropic: (word) => alone(`${'sk'}-ant-${word.slice(0, 30)}`),
  stripe: (word) => alone(`${'sk'}_live_${word.slice(0, 24)}`),
  aws: (word) => alone(`${'AKIA'}${word.slice(0, 16).toUpperCase()}`),
  'access token': (word) => alone(`${'ya29'}.${word.slice(0, 30)}`),
  huggingface: (word) => alone(`${'hf'}_${word.slice(0, 34)}`),
  jwt: (word) => alone(`${'eyJ'}${word.slice(0, 12)}.eyJ${word.slice(12, 24)}.${word.slice(24, 44)}`),
  variable: (word) => behind('DB_PASSWORD=', word.slice(0, 20)),
  option: (word) => behind('deploy --token ', word.slice(0, 20)),
  netrc: (word) => behind('machine example.com login ada password ', word.slice(0, 20)),
  json: (word) => behind('{"password": "', word.slice(0, 20), '"}'),
  header: (word) => behind('Authorization: Bearer ', word.slice(0, 32)),
  cookie: (word) => behind('Set-Cookie: sid=', word.slice(0, 32), '; Secure'),
  address: (word) => behind('https://ada:', word.slice(0, 20), '@example.com/api.git'),
  'private key': (word) =>
    behind(`-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIE`, word, `\n-----END ${'RSA PRIVATE'} KEY-----`),
}
const alone = (secret: string): Omit<Canary, 'kind'> => ({ text: secret, secret })
const behind = (before: string, secret: string, after = ''): Omit<Canary, 'kind'> => ({
  text: `${before}${secret}${after}`,
  secret,
})

/** Those of one place; `kinds` absent: of each kind one. */
export function canariesOf(place: string, kinds = Object.keys(KINDS)): readonly Canary[] {
  return kinds.map((kind) => ({ kind, ...KINDS[kind]!(wordOf(`${place} ${kind}`)) }))
}

/** What is one word without a slash, as a name of a file or a branch can be. */
export const NAMES = Object.keys(KINDS).slice(0, 12)

/** 64 letters and digits, always the same for the same name. */
const wordOf = (name: string): string =>
  `a1B${createHash('sha512').update(name).digest('base64').replaceAll(/[+/=]/g, '')}`.slice(0, 64)
