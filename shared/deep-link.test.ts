import { describe, expect, it } from 'vitest'
import { LINK_CHARS, linkAmong, linkToRun, linkToThread, parseDeepLink } from './deep-link.ts'

describe('a link leads to', () => {
  it.each([
    ['threadbeat://inbox', { to: 'inbox' }],
    ['threadbeat://inbox/', { to: 'inbox' }],
    ['ThreadBeat://queue', { to: 'queue' }],
    ['threadbeat://jobs', { to: 'jobs' }],
    ['threadbeat://ahead', { to: 'ahead' }],
    ['threadbeat://thread/3', { to: 'thread', thread: 3 }],
    ['threadbeat://thread/999999999', { to: 'thread', thread: 999_999_999 }],
    ['threadbeat://thread/thr_0mabc123', { to: 'thread', thread: 'thr_0mabc123' }],
    ['threadbeat://run/run_0mabc123', { to: 'run', run: 'run_0mabc123' }],
    ['threadbeat://add?path=/home/me/src/api', { to: 'add', path: '/home/me/src/api' }],
    ['threadbeat://add/?path=%2Fhome%2Fme%2Fc%2B%2B%20code', { to: 'add', path: '/home/me/c++ code' }],
    ['threadbeat://add?path=/home/me/c++', { to: 'add', path: '/home/me/c++' }],
    ['threadbeat://add?path=/home/me/a%26b%3Dc%23d', { to: 'add', path: '/home/me/a&b=c#d' }],
    ['threadbeat://add?path=/home/m%C3%BCller/%E6%96%87%E5%AD%97', { to: 'add', path: '/home/müller/文字' }],
    ['threadbeat://add?path=C:%5CUsers%5Cme%5Capi', { to: 'add', path: 'C:\\Users\\me\\api' }],
    ['threadbeat://beat?thread=3', { to: 'beat', thread: 3, tier: null }],
    ['threadbeat://beat?thread=thr_0mabc&tier=daily', { to: 'beat', thread: 'thr_0mabc', tier: 'daily' }],
    ['threadbeat://beat?tier=quick&thread=12', { to: 'beat', thread: 12, tier: 'quick' }],
  ])('%s', (text, link) => expect(parseDeepLink(text)).toEqual(link))
  it('what the app itself writes', () => {
    expect(parseDeepLink(linkToThread(7))).toEqual({ to: 'thread', thread: 7 })
    expect(parseDeepLink(linkToRun('run_x'))).toEqual({ to: 'run', run: 'run_x' })
  })
})

const path = (text: string): string => `threadbeat://add?path=${text}`
const HOSTILE: readonly unknown[] = [
  undefined, null, 0, 1, true, {}, [], ['threadbeat://inbox'], { link: 'threadbeat://inbox' }, Symbol('threadbeat://inbox'), new String('threadbeat://inbox'), () => 'threadbeat://inbox',
  '', ' ', 'threadbeat', 'threadbeat:', 'threadbeat:/', 'threadbeat:/inbox', 'threadbeat://', 'threadbeat:///', 'threadbeat:///inbox', 'threadbeat:inbox', ' threadbeat://inbox', 'threadbeat://inbox ', '\nthreadbeat://inbox',
  'threadbeat://inbox\n', 'threadbeat://inbox\0', 'xthreadbeat://inbox', 'threadbeats://inbox', 'https://inbox', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'vscode://thread/3', '--data-dir=/tmp/x', '-threadbeat://inbox',
  'threadbeat://app', 'threadbeat://app/', 'threadbeat://app/index.html', 'threadbeat://app/../thread/3', 'threadbeat://App/', 'threadbeat://app:80/', 'threadbeat://app@thread/3', 'threadbeat://app/#/thread/3', 'threadbeat://settings', 'threadbeat://approve?thread=3', 'threadbeat://trust?thread=3', 'threadbeat://exec?cmd=id', 'threadbeat://send?to=3&text=x', 'threadbeat://pause',
  'threadbeat://Inbox', 'threadbeat://INBOX', 'threadbeat://inbox//', 'threadbeat://inbox/x', 'threadbeat://inbox?', 'threadbeat://inbox?x=1', 'threadbeat://inbox#x', 'threadbeat://inbox?#', 'threadbeat://inbox.', 'threadbeat://inbox:80', 'threadbeat://user@inbox', 'threadbeat://user:pw@inbox', 'threadbeat://%69nbox', 'threadbeat://іnbox', 'threadbeat://inbox\u202e',
  'threadbeat://constructor', 'threadbeat://__proto__', 'threadbeat://toString', 'threadbeat://hasOwnProperty/',
  'threadbeat://thread', 'threadbeat://thread/', 'threadbeat://thread/0', 'threadbeat://thread/-1', 'threadbeat://thread/+1', 'threadbeat://thread/01', 'threadbeat://thread/1.5', 'threadbeat://thread/1e3', 'threadbeat://thread/0x1', 'threadbeat://thread/1234567890', 'threadbeat://thread/NaN', 'threadbeat://thread/٣', 'threadbeat://thread/3/', 'threadbeat://thread/3/settings', 'threadbeat://thread/3?tab=settings', 'threadbeat://thread/3#x', 'threadbeat://thread/api', 'threadbeat://thread/run_1', 'threadbeat://thread/thr_', 'threadbeat://thread/thr_a-b', 'threadbeat://thread/thr_../..', 'threadbeat://thread/thr_%2e', `threadbeat://thread/thr_${'a'.repeat(61)}`, 'threadbeat://thread/%33', 'threadbeat://thread?id=3', "threadbeat://thread/1'--", 'threadbeat://thread/1;id',
  'threadbeat://run', 'threadbeat://run/', 'threadbeat://run/1', 'threadbeat://run/thr_1', 'threadbeat://run/run_', 'threadbeat://run/run_a/b', 'threadbeat://run/run_a?x=1', 'threadbeat://run/run_a"b', 'threadbeat://run/run_<script>', `threadbeat://run/run_${'a'.repeat(61)}`,
  'threadbeat://add', 'threadbeat://add/x?path=/a', 'threadbeat://add?', path('/a b'), path('/a"b'), path('/a" --data-dir=/evil'), path('C:\\Users'), path('/a<b>'), path('/a`id`'), path(''), 'threadbeat://add?path', 'threadbeat://add?=x', 'threadbeat://add?path=/a&path=/b', 'threadbeat://add?path=/a&trust=true', 'threadbeat://add?path=/a&', 'threadbeat://add?&path=/a', 'threadbeat://add?Path=/a', 'threadbeat://add?path=/a#b', 'threadbeat://add?__proto__=/a',
  path('a'), path('./a'), path('../a'), path('~'), path('~/src'), path('$HOME'), path('//server/share'), path('%5C%5Cserver%5Cshare'), path('%5C%5C%3F%5CC:%5Cx'), path('C:'), path('C:x'), path('C:%5C%5Cserver'), path('file:///etc'), path('https://x'), path('/a/../b'), path('/a/..'), path('/..'), path('/.'), path('/a/./b'), path('C:%5Ca%5C..%5Cb'), path('/a%5C..%5Cb'),
  path('/a%00b'), path('/a%0Ab'), path('/a%0D'), path('/a%1B[2J'), path('/a%7F'), path('/a%C2%85'), path('/a%E2%80%AEb'), path('/a%E2%80%8Bb'), path('/a%EF%BB%BF'), path('/a%E2%80%A8b'), path('/a%F3%A0%81%81'), path('%20/a'), path('/a%20'), path('/a\u202eb'), path('/%'), path('/%zz'), path('/%C3'), path('/%ED%A0%80'), path('/%FF%FE'), path(`/${'a'.repeat(LINK_CHARS)}`), path('%252Fa'),
  'threadbeat://beat', 'threadbeat://beat/', 'threadbeat://beat/3', 'threadbeat://beat?thread=', 'threadbeat://beat?tier=daily', 'threadbeat://beat?thread=0', 'threadbeat://beat?thread=api', 'threadbeat://beat?thread=3&tier=', 'threadbeat://beat?thread=3&tier=Daily', 'threadbeat://beat?thread=3&tier=weekly', 'threadbeat://beat?thread=3&tier=daily&tier=quick', 'threadbeat://beat?thread=3&confirm=yes', 'threadbeat://beat?thread=3&confirmed=true', 'threadbeat://beat?thread=3&anyway=true', 'threadbeat://beat?thread=3&thread=4', 'threadbeat://beat?thread=3;tier=daily', 'threadbeat://beat?thread=%33%20', 'threadbeat://beat?all=1', 'threadbeat://beat?thread=*',
]

describe('nothing else leads anywhere', () => {
  it('in a list worth the name', () => expect(HOSTILE.length).toBeGreaterThan(150))
  it.each(HOSTILE.map((text) => [typeof text === 'string' ? JSON.stringify(text).slice(0, 80) : String(text), text] as const))('%s', (_shown, text) => expect(parseDeepLink(text)).toBeNull())
  it('whatever one character is put into a good one', () => {
    const good = ['threadbeat://thread/3', 'threadbeat://beat?thread=3&tier=daily']
    for (const text of good) for (const odd of ['\0', '\n', ' ', '#', '\\', '\u202e', '<', '"', '%']) for (let at = 0; at <= text.length; at++) expect(parseDeepLink(text.slice(0, at) + odd + text.slice(at)), JSON.stringify([at, odd])).toBeNull()
  })
})

describe('among the words of a start', () => {
  it('the first that leads somewhere is taken', () => {
    expect(linkAmong(['app', '.', '--hidden', 'threadbeat://app/', 'threadbeat://jobs', 'threadbeat://queue'])).toBe('threadbeat://jobs')
    expect(linkAmong(['app', '--link=threadbeat://jobs'])).toBeNull()
  })
})
