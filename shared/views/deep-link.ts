import { findHidden } from '../base/hidden-text.ts'
import type { RunId, ThreadId } from '../base/ids.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'

const SCHEME = 'threadbeat://'
/** A longer text is no link. */
export const LINK_CHARS = 4096

/**
 * What a `threadbeat://` link asks for. Anybody can write one, so it names a place to look at, or a thing
 * that a person is asked about; it never does anything by itself.
 */
export type DeepLink =
  | { readonly to: 'inbox' | 'queue' | 'jobs' | 'ahead' }
  | { readonly to: 'thread'; readonly thread: LinkedThread }
  | { readonly to: 'run'; readonly run: RunId }
  | { readonly to: 'add'; readonly path: string } // absolute, as written
  | { readonly to: 'beat'; readonly thread: LinkedThread; readonly tier: Tier | null } // null: what is due
/** A thread's number, or its id; whether there is such a thread is not known here. */
export type LinkedThread = number | ThreadId

const PLAIN = { inbox: 'inbox', queue: 'queue', jobs: 'jobs', ahead: 'ahead' } as const
const SHAPE = /^([a-z]+)(?:\/([A-Za-z0-9_]*))?(?:\?([^#\s"<>\\^`{|}]+))?$/

/**
 * Total: any value is a link or null. What is not understood to the last character is null: an unknown host
 * (`app` is the window's own origin), an unknown, empty or repeated parameter, a fragment. A `+` is a plus.
 */
export function parseDeepLink(text: unknown): DeepLink | null {
  if (typeof text !== 'string' || text.length > LINK_CHARS || !isOurScheme(text)) return null
  const shape = SHAPE.exec(text.slice(SCHEME.length))
  const given = shape === null ? null : parametersOf(shape[3])
  if (shape === null || given === null) return null
  const [host = '', name = ''] = shape.slice(1)
  const takes: Takes = (...keys) => [...given.keys()].every((key) => keys.includes(key))
  return placeOf(host, name, takes) ?? (name === '' ? requestOf(host, given, takes) : null)
}

type Takes = (...keys: readonly string[]) => boolean

/** What the path names; null: no place. */
function placeOf(host: string, name: string, takes: Takes): DeepLink | null {
  if (!takes()) return null
  if (Object.hasOwn(PLAIN, host)) return name === '' ? { to: PLAIN[host as keyof typeof PLAIN] } : null
  if (host === 'thread') {
    const thread = readThread(name)
    return thread === null ? null : { to: 'thread', thread }
  }
  return host === 'run' && /^run_[A-Za-z0-9_]{1,60}$/.test(name) ? { to: 'run', run: name as RunId } : null
}

/** What the parameters ask for; null: nothing that is understood. */
function requestOf(host: string, given: ReadonlyMap<string, string>, takes: Takes): DeepLink | null {
  if (host === 'add' && takes('path')) {
    const path = given.get('path') ?? ''
    return isPlainPath(path) ? { to: 'add', path } : null
  }
  if (host === 'beat' && takes('thread', 'tier')) {
    const thread = readThread(given.get('thread') ?? '')
    const tier = given.get('tier') ?? null
    return thread === null || (tier !== null && !isTier(tier)) ? null : { to: 'beat', thread, tier }
  }
  return null
}

/** Whether the text claims to be one of ours, understood or not. */
export const isOurScheme = (text: string): boolean => text.slice(0, SCHEME.length).toLowerCase() === SCHEME
/** The first of the words that leads somewhere; null: none. */
export const linkAmong = (words: readonly string[]): string | null =>
  words.find((word) => parseDeepLink(word) !== null) ?? null
export const linkToThread = (thread: LinkedThread): string => `${SCHEME}thread/${thread}`
export const linkToRun = (run: string): string => `${SCHEME}run/${run}`

function parametersOf(query: string | undefined): ReadonlyMap<string, string> | null {
  const given = new Map<string, string>()
  for (const pair of query?.split('&') ?? []) {
    const cut = pair.indexOf('=')
    const [key, value] = [pair.slice(0, Math.max(0, cut)), decoded(pair.slice(cut + 1))]
    if (key === '' || value === null || value === '' || given.has(key)) return null
    given.set(key, value)
  }
  return given
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text)

function readThread(text: string): LinkedThread | null {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  return /^thr_[A-Za-z0-9_]{1,60}$/.test(text) ? (text as ThreadId) : null
}

/** Absolute, on this machine, and the same to the eye of a person as to a program. */
function isPlainPath(path: string): boolean {
  if (!/^(\/(?!\/)|[A-Za-z]:[\\/](?![\\/]))/.test(path) || path.trim() !== path) return false
  return (
    !/\p{Cc}/u.test(path) &&
    findHidden(path) === null &&
    !path.split(/[\\/]/).some((part) => part === '.' || part === '..')
  )
}
