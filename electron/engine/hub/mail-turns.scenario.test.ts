import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { hubInMemory, type HubInMemory } from '../testing/hub/hub-in-memory.ts'
import { joined } from '../testing/hub/joined.ts'
import { virtualClock } from '../testing/virtual-clock.ts'

/** `atCall`: before the hub does what it was asked for. */
async function machine(atCall: (call: string, hub: HubInMemory) => void) {
  const clock = virtualClock()
  const hub: HubInMemory = hubInMemory(clock.now, (call) => (atCall(call, hub), 'none'))
  const { s, stop } = await joined(hub, { clock })
  const thread = s.add('api')
  await clock.advance(SECOND)
  let serial = 0
  const send = (from: string): string => {
    const id = `mail-${++serial}`
    const [expiresAt, until] = [clock.now() + HOUR, clock.now() + HOUR + serial]
    hub.send({ id, to: 'machine-1', from, verb: 'mute', args: { thread, until }, expiresAt, rings: 0 })
    return id
  }
  return { clock, hub, send, stop }
}
const ended = (hub: HubInMemory): readonly string[] =>
  hub.kept.mail.filter(({ end }) => end === 'done').map(({ id }) => id)

it('takes the letter of one machine in the first page, however many another has sent before', async () => {
  const pages: string[][] = []
  const { clock, hub, send, stop } = await machine((call, { kept }) => {
    if (call === 'mail' && kept.mail.length > 0) pages.push([...ended(hub)])
  })
  const flood = Array.from({ length: 450 }, () => send('laptop'))
  const letter = send('workstation')
  hub.ring()
  await clock.advance(2 * MINUTE)
  expect([pages[0], pages[1]!.includes(letter), pages[1]!.includes(flood.at(-1)!)]).toEqual([[], true, false])
  expect(ended(hub)).toEqual([...flood, letter])
  await stop()
})

it('does what came first first, of whichever machine it is', async () => {
  const order = new Set<string>()
  const { clock, hub, send, stop } = await machine((call, kept) => {
    if (call === 'settle') for (const id of ended(kept)) order.add(id)
  })
  const sent = ['laptop', 'laptop', 'workstation', 'laptop', 'workstation'].map(send)
  hub.ring()
  await clock.advance(SECOND)
  for (const id of ended(hub)) order.add(id)
  expect([...order]).toEqual(sent)
  await stop()
})

it('does not ask without end a hub that shows again what it was told the end of', async () => {
  let asked = 0
  const { clock, hub, send, stop } = await machine((call, { kept }) => {
    if (call !== 'mail') return
    asked++
    for (const mail of kept.mail) mail.end = null
  })
  send('laptop')
  asked = 0
  hub.ring()
  await clock.advance(MINUTE)
  expect(asked).toBe(2)
  await stop()
})
