import { expect } from 'vitest'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { MailVerb } from '../../../../shared/hub/mail.ts'
import { MAIL_EXPIRES_MS } from '../../hub/letter.ts'
import { virtualClock } from '../virtual-clock.ts'
import { hubInMemory, type Trouble } from './hub-in-memory.ts'
import { joined } from './joined.ts'

/** Two machines, a minute after they joined a hub; `there` has a thread. `ask`: `here` sends mail, as the door of the host does. */
export async function twoJoined(playbook?: string) {
  const clock = virtualClock()
  let trouble: (call: string) => Trouble = () => 'none'
  const hub = hubInMemory(
    () => clock.now(),
    (call) => trouble(call),
  )
  const here = await joined(hub, { clock }, { client: { machine: 'here', isDead: false } })
  const there = await joined(hub, { clock }, { client: { machine: 'there', isDead: false } })
  const id = there.s.add('api', playbook === undefined ? {} : { playbook })
  await clock.advance(MINUTE + 5 * SECOND)
  let serial = 0
  return {
    clock,
    hub,
    here,
    there,
    id,
    async ask(verb: MailVerb, args: Readonly<Record<string, unknown>>): Promise<void> {
      const mail = { id: `mail-${++serial}`, to: 'there', verb, args }
      const sent = await here.link
        .visit()!
        .session.send({ ...mail, expiresAt: clock.now() + MAIL_EXPIRES_MS })
      expect(sent.ok).toBe(true)
      here.s.others.asked()!.note(mail.id, mail)
    },
    list: () => here.s.others.asked()!.list(),
    fail: (by: typeof trouble): void => void (trouble = by),
    stop: () => Promise.all([here.stop(), there.stop()]),
  }
}
