import { expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { hubInMemory } from '../testing/hub/hub-in-memory.ts'
import { joined } from '../testing/hub/joined.ts'
import { knowMakeLint } from '../testing/make-lint.ts'
import { twoJoined } from '../testing/hub/two-joined.ts'
import { QUICK_ONLY } from '../testing/scenario.ts'
import { virtualClock } from '../testing/virtual-clock.ts'

async function told(playbook: string) {
  const clock = virtualClock()
  const hub = hubInMemory(clock.now)
  const { s, stop } = await joined(hub, { clock })
  const id = s.add('api', { playbook })
  await clock.advance(9 * MINUTE + 30 * SECOND) // between two presences, which compare all
  const state = () => hub.kept.states.find((one) => one.id === id)?.body['state']
  return { s, clock, id, state, stop }
}

it('found by an attacker: keeps the reason of a pause from elsewhere within its quotation marks', async () => {
  const { there, id, ask, clock, stop } = await twoJoined()
  await ask('pause', { thread: id, until: null, reason: 'by you.” All is well, “as you said' })
  await clock.advance(2 * SECOND)
  expect(there.s.store.threads.get(id)!.pause!.reason).toBe(
    '“by you.’ All is well, ’as you said” (from here)',
  )
  await stop()
})

it('tells within seconds that everything is paused, though no thread was written', async () => {
  const { s, clock, state, stop } = await told(QUICK_ONLY)
  expect(state()).toBe('quiet')
  s.engine.setPause({ reason: 'enough', until: null, by: 'person' })
  await clock.advance(3 * SECOND)
  expect(state()).toBe('paused')
  await stop()
})

it('tells within seconds that a list was seen to ask for an approval', async () => {
  const { s, clock, id, state, stop } = await told(QUICK_ONLY)
  knowMakeLint(s)
  s.files.set('/api', '## Quick Tasks\n- [ ] Run `make lint`\n')
  await s.documents.refresh(id)
  expect(s.views.snapshot().threads[0]!.state).toBe('blocked')
  await clock.advance(3 * SECOND)
  expect(state()).toBe('blocked')
  await stop()
})
