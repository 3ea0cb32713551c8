import { HOUR, MINUTE, type Instant } from '../../base/time.ts'
import type { Snapshot } from '../snapshot.ts'
import { snapshotOf } from './sample-fleet.ts'
import { git, type Draft } from './sample-thread.ts'

const WORDS = [
  'atlas',
  'beacon',
  'cobalt',
  'delta',
  'ember',
  'fjord',
  'garnet',
  'harbor',
  'indigo',
  'juniper',
  'kestrel',
  'lumen',
  'mesa',
  'nimbus',
  'onyx',
  'pylon',
  'quartz',
  'raven',
  'sable',
  'tundra',
]
const ENDS = [
  'api',
  'web',
  'lib',
  'svc',
  'docs',
  'infra',
  'cli',
  'jobs',
  'sdk',
  'ui',
  'etl',
  'auth',
  'edge',
  'sync',
  'core',
  'mail',
  'maps',
  'pay',
  'shop',
  'test',
  'mono',
  'agent',
  'data',
  'kit',
  'hub',
]

/** A big, mostly healthy fleet. */
export const largeSnapshot = (now: Instant, count = 500): Snapshot =>
  snapshotOf(
    Array.from({ length: count }, (_, i): Draft => {
      const name = `${WORDS[i % WORDS.length]}-${ENDS[Math.floor(i / WORDS.length) % ENDS.length]}`
      if (i % 61 === 7)
        return {
          name,
          letters: '...aU',
          lastOutcome: 'urgent',
          alerts: [
            { severity: 'urgent', key: null, seen: 1 + (i % 4), text: `CI is red on main of ${name}` },
          ],
          alertAgoMs: (i % 50) * MINUTE,
        }
      if (i % 47 === 5)
        return {
          name,
          letters: 'aa..a',
          lastOutcome: 'alert',
          alerts: [
            {
              severity: 'warning',
              key: 'k',
              seen: 1,
              text: `${2 + (i % 5)} branches without commits for more than 7 days`,
            },
          ],
        }
      if (i % 53 === 3)
        return { name, letters: 'mm', lateMs: (1 + (i % 9)) * HOUR, lateBecause: 'waiting for a slot' }
      if (i % 97 === 11)
        return { name, letters: 'BB', lastOutcome: 'broken', failures: 2, summary: 'exit code 1.' }
      if (i % 71 === 13)
        return { name, letters: 'sss', pause: { reason: 'holiday', until: null, by: 'person' } }
      return {
        name,
        letters: '.'.repeat(i % 9) + 'u'.repeat(i % 7) + '.',
        git: git('main', i % 11 === 0 ? i % 5 : 0, 0, i % 17 === 0 ? 2 : 0),
      }
    }),
    now,
  )
