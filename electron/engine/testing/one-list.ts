import { DAY } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import { apiClient } from './api-client.ts'
import { scenario } from './scenario.ts'

export const LIST =
  '# HEARTBEAT.md\n\n## Timestamps\n- Last quick: (never)\n\n## Urgent Flags\n(none)\n\n## Quick ' +
  'Tasks\n- [ ] one\n- [ ] two\n\n## Notes\n'

/** One thread whose HEARTBEAT.md is written by several hands. `held`: files of its folder. */
export async function oneList(playbook = LIST, where: { start?: number; timeZone?: string } = {}) {
  const s = await scenario({ ...where, script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook, intervalMs: DAY })
  const held = new Map<string, string>()
  const connect = () => apiClient(s, { ports: { ...s.ports, repositories: holding(s.ports, held) } })
  const client = connect()
  await s.documents.refresh(id)
  const authors = async (): Promise<string[]> =>
    (await client.doc.versions({ id })).versions.map((v) => v.author).reverse()
  const save = (text: string, base = s.files.get('/api')!, existed = true) =>
    client.doc.save({ id, text, base, existed })
  const outside = async (text: string): Promise<void> => {
    s.files.set('/api', text)
    await s.documents.refresh(id)
  }
  return { s, id, client, connect, authors, save, outside, held }
}

const holding = ({ repositories }: Ports, held: ReadonlyMap<string, string>): Ports['repositories'] =>
  new Proxy(repositories, {
    get(target, key) {
      if (key === 'attachment')
        return async (_path: string, name: string) => (held.has(name) ? { path: name, bytes: 1 } : null)
      if (key === 'readAttachment')
        return async (_path: string, name: string) => Buffer.from(held.get(name) ?? '')
      return Reflect.get(target, key) as unknown
    },
  })
