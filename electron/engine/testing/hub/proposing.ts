import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { Mail } from '../../../../shared/hub/mail.ts'
import { NODE_REPOSITORY } from '../../../../shared/pollination/testing/node-repository.ts'
import { apiClient } from '../api-client.ts'
import { twoJoined } from './two-joined.ts'

export const WAS = 'Is the changelog true?'
export const IS = 'Is the changelog of the last release true?'
export const LIST = `## Quick Tasks\n- [ ] ${WAS}\n  - look at the tags, too\n- [ ] Is the site up?\n\n## Daily Tasks\n`

/** Two machines; the list of the thread `api` at the other one may be read here. */
export async function proposing({ list = LIST, isShared = true } = {}) {
  const two = await twoJoined(list)
  const { there, here, id, clock } = two
  there.s.states.set('/api', NODE_REPOSITORY)
  there.s.store.threads.change(id, {
    sharesList: isShared,
    agent: { kind: 'command', argv: ['agent'], env: {} },
  })
  await clock.advance(11 * MINUTE)
  const edited = {
    thread: id,
    wasTier: 'quick',
    wasText: WAS,
    tier: 'quick',
    text: IS,
    why: null,
    from: 'person',
  }
  return {
    ...two,
    client: apiClient(there.s),
    records: () => there.s.store.pollination.list(id, 99),
    file: () => there.s.files.get('/api'),
    told: () => here.s.others.lists.of('there', id),
    async propose(args: Mail['args'] = {}) {
      await two.ask('propose-edit', { ...edited, ...args })
      await clock.advance(5 * SECOND)
      const { end, text } = two.list()[0]!
      return { end, text }
    },
  }
}
