import { createHubLink, type HubLink } from '../../hub/link.ts'
import { scenario, type Scenario } from '../scenario.ts'
import type { Client, HubInMemory } from './hub-in-memory.ts'

interface Joined {
  readonly s: Scenario
  readonly link: HubLink
  readonly client: Client
  stop(): Promise<void>
}

/** A scenario of a machine that has joined a hub; its link is there from before the engine begins. */
export async function joined(
  hub: HubInMemory,
  options: NonNullable<Parameters<typeof scenario>[0]> = {},
  { client = { machine: 'machine-1', isDead: false } as Client, random = (): number => 0.5 } = {},
): Promise<Joined> {
  const made: { link?: HubLink } = {}
  const s = await scenario({
    ...options,
    hub: 'none',
    beforeStart(of) {
      options.beforeStart?.(of)
      made.link = linkOf(of, hub, client, random)
      made.link.start()
    },
  })
  const link = made.link!
  return {
    s,
    link,
    client,
    async stop() {
      await link.stop()
      await s.stop()
    },
  }
}

/** The link of a start. */
export function linkOf(
  { ports, store, documents, engine, views, others }: Scenario,
  hub: HubInMemory,
  client: Client,
  random = (): number => 0.5,
): HubLink {
  others.begin(client.machine, client.machine)
  const [machine, version] = [client.machine, '1.0.0']
  return createHubLink({
    ports,
    store,
    documents,
    engine,
    views,
    others,
    hub: hub.hubOf(client),
    machine,
    version,
    random,
  })
}
