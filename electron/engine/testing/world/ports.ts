import { err, ok } from '../../../../shared/base/result.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { actionFilesInMemory } from './action-files.ts'
import { decisionsInMemory } from '../pollination/decisions-in-memory.ts'
import { virtualAlarms } from '../virtual-alarms.ts'
import { agentPorts } from './agents.ts'
import { repositoryPorts } from './repositories.ts'
import type { World } from './world.ts'

/** The doors of one process to the world. */
export const worldPorts = (
  world: World,
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  store: Store,
  isAlive: () => boolean,
): Ports => ({
  clock,
  ids,
  ...agentPorts(world, clock, store, isAlive),
  ...repositoryPorts(world),
  backtests: {
    protection: async () => 'closed',
    async run(spec) {
      world.tried.push(spec)
      return await world.trial(spec)
    },
  },
  notifier: {
    async show(notice) {
      if (world.notifierFault !== null) return err(world.notifierFault)
      world.notices.push(notice)
      return ok(null)
    },
    withdraw: (what) => void world.withdrawn.push(what),
  },
  power: { onBattery: () => world.power.onBattery, metered: () => world.power.metered },
  alarms: virtualAlarms(clock, () => !world.alarmsRing),
  webhooks: {
    async send(target, event) {
      if (world.webhookFault !== null)
        return err({ ...world.webhookFault, isRetryable: true, retryAfterMs: null })
      world.sent.push({ target: target.id, event })
      return ok({ status: 200 })
    },
  },
  inbox: {
    collect: async () => [],
    accept: async () => true,
    reject: async () => true,
    watch: () => () => {},
  },
  decisions: decisionsInMemory(world.decisions),
  actionFiles: actionFilesInMemory(),
  log: (level, event, fields = {}) => {
    if (isAlive()) world.logs.push({ level, event, fields })
  },
})
