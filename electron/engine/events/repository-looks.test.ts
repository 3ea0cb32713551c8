import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'
import { lookAtConfig, lookAtGit, lookAtPlaybook, type LookParts } from './repository-looks.ts'

/** Every use of it fails, as that of a history that was closed does. */
const closed = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`${String(name)} after the end`)
    },
  })

it('what the disk answers after the app has ended touches no history', async () => {
  const s = await scenario()
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  s.configs.set('/api', '{"enabled": false}')
  const parts: LookParts = {
    ports: s.ports,
    store: closed(),
    documents: closed(),
    pulse: closed(),
    slots: closed(),
    events: closed(),
    runOf: () => null,
    isClosed: () => true,
  }
  await expect(lookAtConfig(parts, id, '/api')).resolves.toBe(false)
  await expect(lookAtGit(parts, id, '/api')).resolves.toBe(false)
  await expect(lookAtPlaybook(parts, id, '/api', () => true)).resolves.toBe(false)
  await s.stop()
})
