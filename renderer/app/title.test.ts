import { expect, it } from 'vitest'
import { titleOf } from './title.ts'

const calm = { needYou: 0, headline: 'All quiet.', rest: '43 threads checked on time.' }
const alarmed = { needYou: 2, headline: '2 threads need you.', rest: '38 quiet.' }

it.each([
  ['/', calm, undefined, 'Threadbeat — All quiet. 43 threads checked on time.'],
  ['/', alarmed, undefined, '(2) Threadbeat — 2 threads need you. 38 quiet.'],
  ['/thread/thr_1', alarmed, 'api-gateway', '(2) Threadbeat — api-gateway'],
  ['/thread/thr_1', calm, 'api-gateway', 'Threadbeat — api-gateway'],
  ['/thread/thr_gone', calm, undefined, 'Threadbeat — All quiet. 43 threads checked on time.'],
  ['/run/run_1', alarmed, undefined, '(2) Threadbeat — A run'],
  ['/queue', alarmed, undefined, '(2) Threadbeat — Queue'],
  ['/ahead', calm, undefined, 'Threadbeat — The next 24 hours'],
  ['/settings/keyboard', calm, undefined, 'Threadbeat — Settings'],
] as const)('%s', (path, verdict, thread, title) => expect(titleOf(path, verdict, thread)).toBe(title))
